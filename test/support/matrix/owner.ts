import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Scope, Service } from '../service.ts';
import { checkedSender, type Definition } from './endpoints.ts';
import { newOrganization } from './people.ts';
import { filled } from './resources.ts';
import type { RawAnswer, Send, Sending } from './send.ts';
import { type Fixtures, openFixtures, type Params, parametersOf } from './targets.ts';

/** The owner of an organization of its own, who may call every endpoint at its company. */
export interface Owner {
  scope: Scope;
  fixtures: Fixtures;
  /** Sends a request without the owner's credential. */
  send: Send;
  /** Sends a request as the owner of the company. */
  ask(definition: Definition, params: Params, request?: Partial<Sending>): Promise<RawAnswer>;
  /** Parameters with random ids, for errors that are returned before records are read. Only the company or organization of the path exists. */
  anyParams(definition: Definition): Params;
}

export async function openOwner(service: Service, name: string): Promise<Owner> {
  const { id, owner, company } = await newOrganization(service, name);
  const scope = { token: owner.token, company };
  const send = checkedSender(service.url);
  return {
    scope,
    fixtures: openFixtures(service, scope, () => false),
    send,
    ask({ method, path, auth, companyIn }, params, request = {}) {
      const headers = {
        authorization: auth === 'public' ? undefined : `Bearer ${owner.token}`,
        'x-company': auth === 'public' || companyIn === 'path' ? undefined : company,
      };
      return send({ method, path: filled(path, params), ...request, headers: { ...headers, ...request.headers } });
    },
    anyParams({ path, companyIn, organizationIn }) {
      const [first, ...others] = parametersOf(path);
      const scoped = (companyIn === 'path' && company) || (organizationIn === 'path' && id) || randomUUID();
      const params = first === undefined ? [] : [[first, scoped], ...others.map(other => [other, randomUUID()])];
      return Object.fromEntries(params) as Params;
    },
  };
}

/** A matcher for an error response with this status and code. */
export const refusal = (status: number, code: string) => ({
  status,
  json: { error: { code, message: expect.any(String) as string } },
});
