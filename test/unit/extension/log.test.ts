import { describe, expect, it } from 'vitest';
import { Log } from '../../../src/extension/log.js';

function sink() {
  const lines: string[] = [];
  const write = (message: string | Error) => {
    lines.push(String(message));
  };
  return {
    lines,
    log: new Log({ info: write, warn: write, error: write, debug: write, show: () => undefined }),
  };
}

describe('the log', () => {
  it('writes no secret, in whatever form', () => {
    const { lines, log } = sink();
    log.addSecrets(['p"ss w/rd', 'tok-12345']);
    log.info('Authorization: Bearer tok-12345');
    log.debug(JSON.stringify({ password: 'p"ss w/rd' }));
    log.warn(`https://host/?key=${encodeURIComponent('p"ss w/rd')}`);
    log.error('weather', new Error('spawn tok-12345 ENOENT'));
    const text = lines.join('\n');
    expect(lines).toHaveLength(4);
    expect(text).not.toMatch(/tok-12345|p\\?"ss|p%22ss/);
    expect(text).toContain('ENOENT');
  });

  it('takes new secrets at any time', () => {
    const { lines, log } = sink();
    log.addSecrets(['first-secret']);
    log.addSecrets(['second-secret']);
    log.info('first-secret second-secret');
    expect(lines[0]).not.toMatch(/first-secret|second-secret/);
  });

  it('writes where an error came from', () => {
    const { lines, log } = sink();
    log.error('weather', new RangeError('too far'));
    expect(lines[0]).toMatch(/^weather: RangeError: too far\n\s+at /);
  });
});
