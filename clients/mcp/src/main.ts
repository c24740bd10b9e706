import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { readDocument } from './document.ts';
import { serveHttp } from './http.ts';
import { createMcpServer } from './server.ts';

/** `npm run mcp`: the operations of the API as tools of the Model Context Protocol, on standard input and output or over HTTP. */
const USAGE = `Usage: npm run --silent mcp -- --url <url> --key-file <file> [--company <id>] [--areas invoices,clients]
       npm run mcp -- --url <url> --http <port> [--areas invoices,clients]`;

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    'key-file': { type: 'string' },
    company: { type: 'string' },
    areas: { type: 'string' },
    http: { type: 'string' },
  },
});
const { url, company } = values;
const areas = values.areas?.split(',');

try {
  const document = await readDocument(url);
  if (values.http !== undefined) {
    const { port } = await serveHttp(Number(values.http), { url, areas, document });
    console.error(`ready http://127.0.0.1:${port}`);
  } else if (values['key-file'] === undefined) {
    throw new Error(USAGE);
  } else {
    // From a file: arguments and environment variables are shown by lists of processes.
    const apiKey = readFileSync(values['key-file'], 'utf8').trim();
    const server = await createMcpServer({ url, apiKey, company, areas, document });
    await server.connect(new StdioServerTransport());
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
