import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { checkAreas } from './areas.ts';
import { type Document, readDocument } from './document.ts';
import { serveHttp } from './http.ts';
import { createMcpServer } from './server.ts';

/** `npm run mcp`: the operations of the API as tools of the Model Context Protocol, on standard input and output or over HTTP. */
const USAGE = `Usage: npm run --silent mcp -- --url <url> --key-file <file> [--company <id>] [--areas invoices,clients|all] [--full]
       npm run mcp -- --url <url> --http <port> [--areas invoices,clients|all] [--full]`;

try {
  const { url, company, areas, full, http, 'key-file': keyFile, help } = options();
  if (help) process.stdout.write(`${USAGE}\n`);
  else if (http !== undefined) {
    const { port } = await serveHttp(Number(http), { url, areas, full, document: await documentOf(url, areas) });
    console.error(`ready http://127.0.0.1:${port}`);
  } else if (keyFile === undefined) {
    throw new Error(`--key-file is missing.\n${USAGE}`);
  } else {
    // From a file: arguments and environment variables are shown by lists of processes.
    const apiKey = readFileSync(keyFile, 'utf8').trim();
    const server = await createMcpServer({ url, apiKey, company, areas, full, document: await documentOf(url, areas) });
    if (company === undefined) console.error('Without --company, tools that work in a company are refused.');
    await server.connect(new StdioServerTransport());
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function documentOf(url: string, areas: string[] | undefined): Promise<Document> {
  const document = await readDocument(url);
  checkAreas(document, areas);
  return document;
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: 'string', default: 'http://127.0.0.1:3000' },
        'key-file': { type: 'string' },
        company: { type: 'string' },
        areas: { type: 'string' },
        full: { type: 'boolean' },
        http: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return { ...values, areas: values.areas?.split(',') };
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`, { cause: error });
  }
}
