export class FieldUnavailable extends Error {}

export interface InstallOptions {
  /** `reference` leaves out the development dependencies of the manifest. Default `all`. */
  set?: 'reference' | 'all';
  /** Folder of package.json and package-lock.json. Default: the one of the field servers. */
  manifest?: string;
  /** First part of the name of the cache folder. */
  name?: string;
}

/** The folder whose `node_modules` holds what the manifest pins; downloaded when it is not there. */
export function installPinned(options?: InstallOptions): string;

/** The file that a package starts, to be run by Node. */
export function entryOf(folder: string, name: string): string;
