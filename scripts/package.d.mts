/** Builds and packages the extension into `path`, or into mcp-assay-VERSION.vsix in the top folder; returns that path. */
export function packageExtension(path?: string): Promise<string>;
