import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catalogue } from '../../catalogue.ts';
import { demoAccess } from '../demo/demo-data.ts';
import type { HttpAnswer } from '../gateway/gateway-event.ts';
import type { Schedules } from '../events/schedules.ts';
import { MODES } from '../taxauth/settings.ts';

/**
 * The page `/_local`, where a person sees the system work: documents and month of the demo company, clock, tax authority, mails, queues, requests.
 * The page is static; its script reads the other control endpoints, and calls the API as the demo user.
 */

/** Scripts and styles of this page only; a PDF opens as a blob of the page. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const file = async (name: string, contentType: string): Promise<HttpAnswer> => ({
  status: 200,
  headers: {
    'content-type': `${contentType}; charset=utf-8`,
    'cache-control': 'no-cache',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  },
  body: await readFile(join(import.meta.dirname, name)),
});

const json = (value: unknown): HttpAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: Buffer.from(JSON.stringify(value)),
});

export interface ConsoleServices {
  catalogue: Catalogue;
  schedules: Schedules;
  /** The folder with the data of this system. */
  dataDir: string;
  /** The URLs of the AWS engines by service. */
  engines: Record<string, string>;
}

interface ConsoleRoute {
  method: 'GET';
  path: string;
  run(): Promise<HttpAnswer> | HttpAnswer;
}

export const consoleRoutes = (on: ConsoleServices): ConsoleRoute[] => [
  { method: 'GET', path: '/', run: () => ({ status: 302, headers: { location: '/_local' }, body: Buffer.alloc(0) }) },
  { method: 'GET', path: '/_local', run: () => file('page.html', 'text/html') },
  { method: 'GET', path: '/_local/console.js', run: () => file('page.js', 'text/javascript') },
  { method: 'GET', path: '/_local/kit.js', run: () => file('kit.js', 'text/javascript') },
  { method: 'GET', path: '/_local/documents.js', run: () => file('documents.js', 'text/javascript') },
  { method: 'GET', path: '/_local/month.js', run: () => file('month.js', 'text/javascript') },
  { method: 'GET', path: '/_local/console.css', run: () => file('page.css', 'text/css') },
  { method: 'GET', path: '/_local/system', run: () => json(systemView(on)) },
  { method: 'GET', path: '/_local/demo', run: () => json({ demo: demoAccess(on.dataDir) }) },
];

/** What runs: numbers of functions by kind, the engines with their addresses, and the names that forms of the page offer. */
export function systemView({ catalogue, schedules, dataDir, engines }: ConsoleServices): object {
  const kinds = ['worker', 'rare-worker', 'stream', 'task', 'schedule'] as const;
  const count = (kind: (typeof kinds)[number]): number =>
    catalogue.background.filter(({ handler }) => handler.definition.kind === kind).length;
  return {
    functions: { endpoint: catalogue.endpoints.length, ...Object.fromEntries(kinds.map(kind => [kind, count(kind)])) },
    engines: { ...engines, 'data folder': dataDir },
    schedules: schedules.names,
    modes: MODES,
  };
}
