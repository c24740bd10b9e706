import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, apiAt, expecting } from '../api-client.ts';
import { readDemo } from '../demo/demo-data.ts';
import { signIn } from '../demo/journey.ts';
import { type Runtime, type RuntimeOptions, startRuntime } from '../runtime.ts';

/** The systems of a drill: one that loses its table, and one that is started on what remains. */

/** What a lost table leaves: the files, the keys, the authority's own data, and for the local runtime its clock and the demo's user. */
const REMAINING = ['s3', 'kms', 'taxauth', 'idp-key.json', 'clock.json', 'demo.json'];

/** Copies what a system leaves that has lost its table, its queues and its state machines. */
export function copyRemaining(from: string, to: string): void {
  for (const name of REMAINING) cpSync(join(from, name), join(to, name), { recursive: true });
}

export async function running<T>(
  dataDir: string,
  use: (runtime: Runtime) => Promise<T>,
  options: Partial<RuntimeOptions> = {},
): Promise<T> {
  const runtime = await startRuntime({ port: 0, dataDir, rateLimits: false, webhooksAllowLoopback: true, ...options });
  try {
    return await use(runtime);
  } finally {
    await runtime.stop();
  }
}

export type Get = (path: string) => Promise<unknown>;

interface Scope {
  token: string;
  company: string;
}

/** Requests with one credential and one company. */
export interface Requests {
  scope: Scope;
  get: Get;
  post: (path: string, body?: unknown) => Promise<unknown>;
  call: (method: string, path: string, body?: unknown) => Promise<unknown>;
}

export interface DemoUser extends Requests {
  clientId: string;
  companyId: string;
}

export const requestsOf = (api: Api, scope: Scope): Requests => ({
  scope,
  get: path => expecting(200, path, api('GET', `/api/v1${path}`, scope)),
  post: (path, body) => expecting([200, 201], path, api('POST', `/api/v1${path}`, { ...scope, body })),
  call: (method, path, body) => expecting([200, 201, 202], path, api(method, path, { ...scope, body })),
});

/** Requests of the demo's user, who logs in once. */
export async function asDemo(runtime: Runtime, dataDir: string): Promise<DemoUser> {
  const api: Api = apiAt(runtime.url);
  const demo = readDemo(dataDir);
  const requests = requestsOf(api, { token: await signIn(api, demo), company: demo.companyId });
  return { ...requests, clientId: demo.clientId, companyId: demo.companyId };
}

/** What has left a system. */
export interface Sent {
  /** Recipient and subject of each mail. */
  mails: string[];
  /** The numbers of the documents that the authority has received, each as often as it was sent. */
  uploads: string[];
  /** The ids of the webhook messages. */
  webhooks: string[];
}

export async function sentBy(runtime: Pick<Runtime, 'url'>): Promise<Sent> {
  const api = apiAt(runtime.url);
  const read = async <T>(path: string): Promise<T> => (await api('GET', path)).body as T;
  const { messages } = await read<{ messages: { to: string[]; subject: string }[] }>('/_local/mailbox');
  const { uploads } = await read<{ uploads: { number: string | null }[] }>('/_local/taxauth/received');
  const { requests } = await read<{ requests: { messageId: string }[] }>('/_local/webhooks');
  return {
    mails: messages.map(({ to, subject }) => `${to.join()}: ${subject}`),
    uploads: uploads.map(({ number }) => number ?? ''),
    webhooks: requests.map(({ messageId }) => messageId),
  };
}
