import type * as vscode from 'vscode';
import { DEFAULT_TIME_LIMITS, MODES, type Mode, type TimeLimits } from '../engine/options.js';
import type { Letter, Level } from '../engine/report.js';
import { type Disposable, DisposableStore, Signal } from './disposables.js';

export const SECTION = 'mcpAssay';

export const RUN_ON_SAVE = ['off', 'config', 'all'] as const;
export type RunOnSave = (typeof RUN_ON_SAVE)[number];

export const SEVERITIES = ['error', 'warning', 'information', 'off'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const MINIMUM_GRADES = ['A', 'B', 'C', 'D'] as const;

/** All settings, as they hold for one folder. */
export interface Settings {
  mode: Mode;
  /** A protocol revision, or `auto`. */
  specVersion: string;
  limits: TimeLimits;
  runOnSave: RunOnSave;
  severities: Readonly<Record<Level, Severity>>;
  /** Undefined when there is none. */
  minimumGrade: Letter | undefined;
  /** Configuration files that are left alone: paths relative to their workspace folder, with `/`. */
  ignoredFiles: readonly string[];
  forbiddenTools: readonly string[];
  codeLens: boolean;
}

/** Reads a setting by its key without the section; undefined when it is not set. */
export type ReadSetting = (key: string) => unknown;

/**
 * The settings from whatever the user wrote: a value of the wrong kind counts as not set. The defaults here are the
 * ones of package.json, which a test compares.
 */
export function readSettings(read: ReadSetting): Settings {
  return {
    mode: oneOf(MODES, read('mode'), 'safe'),
    specVersion: text(read('specVersion')) ?? 'auto',
    limits: {
      requestMs: milliseconds(read('timeLimits.request'), DEFAULT_TIME_LIMITS.requestMs),
      startupMs: milliseconds(read('timeLimits.startup'), DEFAULT_TIME_LIMITS.startupMs),
      preflightMs: milliseconds(read('timeLimits.preflight'), DEFAULT_TIME_LIMITS.preflightMs),
    },
    runOnSave: oneOf(RUN_ON_SAVE, read('runOnSave'), 'config'),
    severities: {
      must: oneOf(SEVERITIES, read('severity.must'), 'error'),
      should: oneOf(SEVERITIES, read('severity.should'), 'warning'),
      advice: oneOf(SEVERITIES, read('severity.advice'), 'information'),
    },
    minimumGrade: minimumGrade(read('minimumGrade')),
    ignoredFiles: texts(read('ignoreFiles')).map((path) => path.replaceAll('\\', '/').replace(/^\.\//, '')),
    forbiddenTools: texts(read('forbiddenTools')),
    codeLens: read('codeLens') !== false,
  };
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown, fallback: Value): Value {
  return values.find((candidate) => candidate === value) ?? fallback;
}

function minimumGrade(value: unknown): Letter | undefined {
  return MINIMUM_GRADES.find((grade) => grade === value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string' && entry !== '') : [];
}

function milliseconds(seconds: unknown, fallback: number): number {
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0
    ? Math.round(seconds * 1_000)
    : fallback;
}

/** The editor's settings, folder by folder. */
export class SettingsReader implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = new Signal();
  readonly onDidChange = this.changed.event;

  constructor(private readonly vs: typeof vscode) {
    this.store.add(this.changed);
    this.store.add(
      vs.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(SECTION)) this.changed.fire();
      }),
    );
  }

  /** The settings that hold for a file or folder; for the whole window without one. */
  for(scope?: vscode.Uri): Settings {
    const configuration = this.vs.workspace.getConfiguration(SECTION, scope ?? null);
    return readSettings((key) => configuration.get<unknown>(key));
  }

  dispose(): void {
    this.store.dispose();
  }
}
