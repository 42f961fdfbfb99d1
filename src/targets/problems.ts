import type { SourceRange } from '../engine/target.js';
import type { ConfigProblem, ConfigProblemCode, ProblemSeverity } from './server-definition.js';

/** More problems than this in one file help nobody; the rest is summed up in one. */
export const MAX_PROBLEMS = 100;

export interface ProblemPlace {
  range: SourceRange;
  server?: string;
}

/** Collects the problems of one file. */
export class ProblemList {
  readonly #file: string;
  readonly #problems: ConfigProblem[] = [];
  #left = 0;

  constructor(file: string) {
    this.#file = file;
  }

  add(severity: ProblemSeverity, code: ConfigProblemCode, message: string, place: ProblemPlace): ConfigProblem {
    const problem: ConfigProblem = { code, severity, message, file: this.#file, ...place };
    if (this.#problems.length < MAX_PROBLEMS) {
      this.#problems.push(problem);
    } else {
      this.#left += 1;
    }
    return problem;
  }

  /** In the order of the file. */
  all(): ConfigProblem[] {
    const inOrder = this.#problems.toSorted(
      (a, b) => a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character,
    );
    const last = inOrder.at(-1);
    if (this.#left === 0 || last === undefined) {
      return inOrder;
    }
    const message = `This file has ${this.#left} more problems. Correct the first ${MAX_PROBLEMS} to see the rest.`;
    return [
      ...inOrder,
      { code: 'more-problems', severity: 'information', message, file: this.#file, range: last.range },
    ];
  }
}

/** `A`, `A and B`, `A, B and C`. */
export function listOf(names: readonly string[]): string {
  const unique = [...new Set(names)];
  return unique.length < 2 ? (unique[0] ?? '') : `${unique.slice(0, -1).join(', ')} and ${unique.at(-1)}`;
}
