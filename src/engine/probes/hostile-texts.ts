import type { JsonObject } from '../json.js';
import { defineProbe, type Probe, type ProbeContext } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';
import { listTools, type Pages } from './lists.js';
import { textTarget } from './tool-targets.js';

const CALL_LIMIT_MS = 4_000;

/** A hostile text in a call. `sign` is what the reply would hold if the text had been executed, and does not hold it. */
export interface HostileCall {
  [member: string]: string | Exchange | null;
  text: string;
  sign: string | null;
  call: Exchange;
}

export interface HostileCalls {
  [member: string]: string | Exchange | HostileCall[] | null;
  /** Null when no tool takes a text. */
  tool: string | null;
  parameter: string | null;
  /** The harmless text. */
  plain: string | null;
  /** The same call with the harmless text. */
  harmless: Exchange | null;
  calls: HostileCall[];
}

type Texts = (context: ProbeContext<{ tools: Pages }>) => { text: string; sign: string | null }[];

function hostileProbe(id: string, sounds: RegExp, texts: Texts): Probe<HostileCalls> {
  return defineProbe<HostileCalls, { tools: typeof listTools }>({
    id,
    effect: 'hostile',
    lane: 'last',
    capability: 'tools',
    needs: { tools: listTools },
    async run(context) {
      const target = textTarget(context, sounds);
      if (target === null) return { tool: null, parameter: null, plain: null, harmless: null, calls: [] };
      const { tool, parameter, args } = target;
      const call = (text: string) => {
        const params: JsonObject = { name: tool, arguments: { ...args, [parameter]: text } };
        return context.wire.exchange({ method: 'tools/call', params }, { timeoutMs: CALL_LIMIT_MS });
      };
      // What is valid for the schema may be one of few texts.
      const given = args[parameter];
      const plain = typeof given === 'string' ? given : 'example';
      const harmless = await call(plain);
      const calls = await Promise.all(
        texts(context).map(async ({ text, sign }): Promise<HostileCall> => ({ text, sign, call: await call(text) })),
      );
      return { tool, parameter, plain, harmless, calls };
    },
  });
}

/** A number of three digits that differs between runs. */
function threeDigits(bytes: Uint8Array, index: number): number {
  return 100 + (((bytes[index] ?? 0) * 256 + (bytes[index + 1] ?? 0)) % 900);
}

/** Arithmetic that only an interpreter would do: the product stands in no text that is sent. */
export const shellTexts = hostileProbe('shell-texts', /command|cmd|exec|shell|script/i, ({ random }) => {
  const bytes = random(4);
  const a = threeDigits(bytes, 0);
  const b = threeDigits(bytes, 2);
  const sign = String(a * b);
  const product = `$((${a}*${b}))`;
  return [
    `; echo ${product}`,
    `$(echo ${product})`,
    `\`expr ${a} \\* ${b}\``,
    `| echo ${product}`,
    `&& echo ${product}`,
  ].map((text) => ({ text, sign }));
});

/** The texts of the pair differ in nothing but whether their condition holds. */
export const TRUE_CONDITION = "assay' OR '1'='1";
export const FALSE_CONDITION = "assay' OR '1'='2";

export const queryTexts = hostileProbe('query-texts', /query|sql|search|filter|where/i, () =>
  ["assay'", 'assay"', "assay'; --", TRUE_CONDITION, FALSE_CONDITION].map((text) => ({ text, sign: null })),
);

export const pathTexts = hostileProbe('path-texts', /path|file|folder|directory|dir$/i, () =>
  [
    '../../../../../../../../etc/passwd',
    '%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/etc/passwd',
    'file:///etc/passwd',
    '..\\..\\..\\..\\..\\..\\windows\\win.ini',
    'C:\\Windows\\win.ini',
  ].map((text) => ({ text, sign: null })),
);

export const addressTexts = hostileProbe('address-texts', /url|uri|link|href|endpoint|address/i, () =>
  [
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/latest/meta-data/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'file:///proc/self/environ',
  ].map((text) => ({ text, sign: null })),
);
