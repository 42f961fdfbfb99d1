/** An error whose message is written for the user. The message of any other error goes to the log only. */
export class HumanError extends Error {
  override readonly name: string = 'HumanError';
}
