import type { LogOutputChannel } from 'vscode';
import { Redactor } from '../engine/recording/redact.js';

/** The part of the editor's log that is used. */
export type LogSink = Pick<LogOutputChannel, 'info' | 'warn' | 'error' | 'debug' | 'show'>;

/**
 * The extension's log. Every text is redacted by value before it is written: a secret can stand in an error message of
 * the system as well as in what a server says. How much is written is the editor's setting, not ours.
 */
export class Log {
  private readonly secrets = new Set<string>();
  private redactor = new Redactor([]);

  constructor(private readonly sink: LogSink) {}

  /** Values that are never written from now on. */
  addSecrets(values: readonly string[]): void {
    const before = this.secrets.size;
    for (const value of values) this.secrets.add(value);
    if (this.secrets.size > before) this.redactor = new Redactor([...this.secrets]);
  }

  info(message: string): void {
    this.sink.info(this.redactor.text(message));
  }

  debug(message: string): void {
    this.sink.debug(this.redactor.text(message));
  }

  warn(message: string): void {
    this.sink.warn(this.redactor.text(message));
  }

  /** An error that the user is not told about in full: with its stack. */
  error(context: string, error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.sink.error(this.redactor.text(`${context}: ${text}`));
  }

  /** Only ever called because the user asked for it. */
  show(): void {
    this.sink.show(true);
  }
}
