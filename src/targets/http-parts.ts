/** What is wrong with the address of a server; undefined when it can be used. */
export function urlProblem(text: string): string | undefined {
  if (text === '') {
    return 'The URL is empty. Write the address of the server, such as http://127.0.0.1:3000/mcp.';
  }
  if (!URL.canParse(text)) {
    const remedy = text.includes('${')
      ? 'It holds a variable that has no value; set the variable first.'
      : 'Write it with its scheme and host, such as http://127.0.0.1:3000/mcp.';
    return `The URL is not valid. ${remedy}`;
  }
  const { protocol } = new URL(text);
  if (protocol === 'unix:' || protocol === 'pipe:') {
    return 'Servers behind a socket file or a named pipe cannot be graded. Let the server listen on http://127.0.0.1 instead.';
  }
  if (protocol === 'ws:' || protocol === 'wss:') {
    return 'WebSocket is not a transport of MCP. Use the http or https address of the server.';
  }
  if (protocol !== 'http:' && protocol !== 'https:') {
    return `The URL begins with "${protocol}", but a server is reached over http: or https:. Write the whole address, such as http://127.0.0.1:3000/mcp.`;
  }
  return undefined;
}

/** What is wrong with a header; undefined when it can be sent. */
export function headerProblem(name: string, value: string): string | undefined {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) {
    return `${JSON.stringify(name)} is not a name that a header can have. Header names hold letters, digits and hyphens.`;
  }
  const characters = Array.from(value);
  if (characters.some((character) => (character < ' ' && character !== '\t') || character === '\x7f')) {
    return `The value of the header "${name}" holds a line break or another control character. Remove it; a copied token often ends with one.`;
  }
  if (characters.some((character) => character > '\xff')) {
    return `The value of the header "${name}" holds a character that a header cannot carry. Write it in ASCII.`;
  }
  return undefined;
}

/** Splits credentials off a URL, because HTTP clients send them as a header and many refuse such URLs. */
export function splitCredentials(text: string): { url: string; authorization?: string } {
  const url = new URL(text);
  if (url.username === '' && url.password === '') {
    return { url: text };
  }
  const userInfo = `${decoded(url.username)}:${decoded(url.password)}`;
  const bytes = Array.from(new TextEncoder().encode(userInfo), (byte) => String.fromCharCode(byte)).join('');
  url.username = '';
  url.password = '';
  return { url: url.href, authorization: `Basic ${btoa(bytes)}` };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray % in a password: it stands for itself.
    return text;
  }
}

export function hasHeader(headers: Readonly<Record<string, string>>, name: string): boolean {
  return Object.keys(headers).some((candidate) => candidate.toLowerCase() === name.toLowerCase());
}
