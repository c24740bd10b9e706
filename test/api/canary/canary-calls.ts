import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { machineSeconds, now } from '#shared/base/kernel/clock.ts';
import type { Credentials } from '../../../infra/canary/credentials.ts';
import { CanaryFailed, type Problem } from '../../../infra/canary/problems.ts';
import { statusFor } from '../../../infra/canary/receive.ts';
import { runCanary } from '../../../infra/canary/run.ts';
import { SCOPES, setUp } from '../../../infra/canary/set-up.ts';
import { expecting } from '../../../infra/local/api-client.ts';
import type { Scope, Service, User } from '../../support/service.ts';

/** Canaries of the local system, each with a receiver of its own. */

export interface Canary {
  user: User;
  scope: Scope;
  credentials: Credentials;
  receiver: Receiver;
  /** Runs it now. @returns what it found; nothing if it passed */
  run(url?: string): Promise<Problem[]>;
}

export interface Receiver {
  url: string;
  /** The secret that it checks signatures by. */
  secret: string;
  /** The statuses that it has answered. */
  answers: number[];
}

export const EVERY_MINUTES = 60;

export function useCanaries(service: () => Service) {
  const stops: (() => void)[] = [];
  afterAll(() => stops.forEach(stop => stop()));

  /** What Lambda does for a function URL, as far as the receiver sees it. */
  async function receiving(): Promise<Receiver> {
    const receiver: Receiver = { url: '', secret: '', answers: [] };
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString('base64');
        const headers = request.headers as Record<string, string>;
        const status = statusFor({ headers, body, isBase64Encoded: true }, receiver.secret, machineSeconds());
        receiver.answers.push(status);
        response.writeHead(status).end();
      });
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    stops.push(() => {
      server.close();
      server.closeAllConnections();
    });
    return receiver;
  }

  const key = async ({ token }: Pick<User, 'token'>): Promise<string> =>
    (
      await expecting<{ token: string }>(
        201,
        'A key',
        service().api('POST', '/api/v1/api-tokens', { token, body: { name: 'Canary', sandbox: true, scopes: SCOPES } }),
      )
    ).token;

  return {
    key,
    receiving,
    async canary(): Promise<Canary> {
      const [user, receiver] = [await service().newUser(), await receiving()];
      const credentials = await setUp(service().url, await key(user), receiver.url);
      receiver.secret = credentials.secret;
      return {
        ...{ user, credentials, receiver, scope: { token: credentials.key, company: companyScope(credentials.company) } },
        run: async (url = service().url) => {
          try {
            await runCanary({ url, credentials, everyMinutes: EVERY_MINUTES }, now());
            return [];
          } catch (error) {
            if (error instanceof CanaryFailed) return [...error.problems];
            throw error;
          } finally {
            await service().idle();
          }
        },
      };
    },
  };
}
