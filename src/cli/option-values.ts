import { InvalidArgumentError } from 'commander';
import type { Letter } from '../engine/report.js';

const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D', 'F'];

/** `1500`, `1500ms` or `1.5s`, in milliseconds. */
export function duration(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s)?$/.exec(text);
  const milliseconds = Number(match?.[1]) * (match?.[2] === 's' ? 1000 : 1);
  // The longest delay that a timer of Node can have.
  if (!(milliseconds >= 1 && milliseconds < 2 ** 31))
    throw new InvalidArgumentError('Give milliseconds, or seconds as in 15s.');
  return milliseconds;
}

export function wholeNumber(minimum: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= minimum && value <= 1000))
      throw new InvalidArgumentError(`Give a whole number from ${minimum} to 1000.`);
    return value;
  };
}

export function letter(text: string): Letter {
  const found = LETTERS.find((each) => each === text.toUpperCase());
  if (found === undefined) throw new InvalidArgumentError('Give A, B, C, D or F.');
  return found;
}

/** Values separated by commas; the option can also be repeated. */
export function commaList(text: string, before: readonly string[] | undefined): string[] {
  const values = text.split(',').map((value) => value.trim());
  return [...(before ?? []), ...values.filter((value) => value !== '')];
}

export function header(text: string, before: readonly [string, string][] | undefined): [string, string][] {
  const colon = text.indexOf(':');
  const name = text.slice(0, colon).trim();
  const value = text.slice(colon + 1).trim();
  // The value is a secret and is not repeated in the message.
  if (colon < 1) throw new InvalidArgumentError('Write it as "Name: value".');
  return [...(before ?? []), [name, value]];
}

export function environmentEntry(
  text: string,
  before: readonly [string, string | null][] | undefined,
): [string, string | null][] {
  const equals = text.indexOf('=');
  const name = equals < 0 ? text : text.slice(0, equals);
  if (name === '') throw new InvalidArgumentError('Write it as NAME=value, or NAME to pass on your own value.');
  return [...(before ?? []), [name, equals < 0 ? null : text.slice(equals + 1)]];
}
