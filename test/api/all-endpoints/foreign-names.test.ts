import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { newEmail } from '../../support/accounts.ts';
import { issued } from '../../support/invoices.ts';
import { checkedSender, scopeOf } from '../../support/matrix/endpoints.ts';
import { makeRecord, resourceOf } from '../../support/matrix/resources.ts';
import { comparable, type Send } from '../../support/matrix/send.ts';
import { type Neighbourhood, openNeighbourhood } from '../../support/matrix/strangers.ts';
import { invited } from '../../support/organization.ts';
import { type Scope, useOwnService } from '../../support/service.ts';

/**
 * Paths that name records by something else than an id: the name of a record of others gets the response for an unknown name, an own one
 * another.
 */
const service = useOwnService();
let near: Neighbourhood;
let home: Scope;
let send: Send;

beforeAll(async () => {
  service().runtime.clock.freeze(true);
  send = checkedSender(service().url);
  near = await openNeighbourhood(service());
  home = scopeOf(near.victim);
});

const owner = () => ({ authorization: `Bearer ${home.token}`, company: home.company });
const get = async (path: string, caller?: { authorization: string; company?: string }, method = 'GET') =>
  send({ method, path, headers: { authorization: caller?.authorization, 'x-company': caller?.company } });

describe('an archive by its file name', () => {
  const archive = async (): Promise<string> => {
    const id = await makeRecord(service(), home, resourceOf('/api/v1/exports/{export}', 'export'), {});
    await service().idle();
    const sent = service().api('GET', `/api/v1/exports/${id}`, home);
    return (await expecting<{ filename: string }>(200, 'The export', sent)).filename;
  };

  test("is found only in the company's own archives", async () => {
    const filename = await archive();
    expect((await get(`/api/v1/exports/${filename}`, owner())).status).toBe(200);
    const strangers = [...near.all, { ...owner(), name: 'the owner in another company', company: near.sister.company }];
    for (const stranger of strangers) {
      const [nobodys, victims, capitals] = await Promise.all(
        ['invoices-2001-01-01.zip', filename, filename.toUpperCase()].map(name => get(`/api/v1/exports/${name}`, stranger)),
      );
      expect(nobodys?.status, stranger.name).toBe(404);
      for (const answer of [victims, capitals]) expect(answer && comparable(answer)).toBe(nobodys && comparable(nobodys));
    }
    for (const stranger of near.all) {
      const [nobodys, victims] = await Promise.all(
        ['invoices-2001-01-01.zip', filename].map(name => get(`/api/v1/exports/${name}`, { ...stranger, company: home.company })),
      );
      expect(nobodys?.status, stranger.name).toBe(403);
      expect(victims && comparable(victims), stranger.name).toBe(nobodys && comparable(nobodys));
    }
  });
});

/** Tokens in links, and the requests that take them: a token, its sender, the method and the path. */
interface Given {
  token: () => Promise<string>;
  asks: [method: string, path: (token: string) => string][];
  /** With a login, no matter whose. */
  withLogin?: boolean;
}

describe('a token of which parts are known', () => {
  const linkOf = async (path: string, name: string, body: object): Promise<string> =>
    String((await expecting<Record<string, unknown>>(201, path, service().api('POST', path, { ...home, body })))[name]);

  const GIVEN: Record<string, Given> = {
    'of an invitation': {
      token: async () => (await invited(service(), home, { email: newEmail(), role: 'admin' })).token,
      asks: [['GET', token => `/api/v1/invitations/accept/${token}`]],
    },
    'of an invitation, by somebody who is logged in': {
      token: async () => (await invited(service(), home, { email: newEmail(), role: 'admin' })).token,
      asks: [['POST', token => `/api/v1/invitations/accept/${token}`]],
      withLogin: true,
    },
    'of a share link': {
      token: async () => linkOf(`/api/v1/invoices/${(await issued(service(), home)).id}/share-links`, 'token', {}),
      asks: ['', '/pdf', '/xml'].map((file): Given['asks'][number] => ['GET', token => `/api/v1/share/${token}${file}`]),
    },
    'of a link to the tax authority': {
      token: () => linkOf('/api/v1/taxauth/token-links', 'linkToken', { companyId: home.company }),
      asks: [
        ['GET', token => `/api/v1/taxauth/token-links/${token}`],
        ['GET', token => `/api/connect/taxauth/link/${token}`],
      ],
    },
  };

  test.each(Object.entries(GIVEN))('%s gets the response for any other text', async (_, { token: given, asks, withLogin }) => {
    const token = await given();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const half = randomBytes(16).toString('hex');
    const flipped = (at: number): string => token.slice(0, at) + (token[at] === '0' ? '1' : '0') + token.slice(at + 1);
    const wrong = [
      half + token.slice(32),
      token.slice(0, 32) + half,
      flipped(0),
      flipped(63),
      token.toUpperCase(),
      token.slice(1),
    ];
    const caller = withLogin ? near.all[0] : undefined;
    for (const [method, path] of asks) {
      const unknown = await get(path(randomBytes(32).toString('hex')), caller, method);
      expect(unknown).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
      for (const one of wrong) expect(comparable(await get(path(one), caller, method)), one).toBe(comparable(unknown));
      expect((await get(path(token), caller, method)).status).not.toBe(404);
    }
  });
});

describe('a tax number', () => {
  let server: Server;
  beforeAll(async () => {
    // A register that knows every number.
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const [asked] = JSON.parse(await text(request)) as [{ cui: number }];
      const found = [{ date_generale: { cui: asked.cui, denumire: 'FIRMA SA' }, inregistrare_scop_Tva: { scpTVA: true } }];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ cod: 200, found, notFound: [] }));
    };
    server = createServer((request, response) => void answer(request, response));
    await new Promise<void>(ready => server.listen(0, '127.0.0.1', ready));
    process.env['COMPANY_REGISTRY_CALLS_PER_SECOND'] = '1000';
    process.env['COMPANY_REGISTRY_URL'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    delete process.env['COMPANY_REGISTRY_CALLS_PER_SECOND'];
    delete process.env['COMPANY_REGISTRY_URL'];
    server.close();
  });

  test("is looked up in the public register: the response does not reveal whether a tenant has it, as its own or as a client's", async () => {
    const company = service().api('GET', `/api/v1/companies/${home.company}`, home);
    const { cif } = await expecting<{ cif: string }>(200, 'The company', company);
    await service().newClient(home, { cui: 'RO14399840' });
    // The response of the register is kept, and is the same for all.
    expect((await get(`/api/v1/taxauth/vat-status/${cif}`, owner())).status).toBe(200);
    for (const caller of [...near.all, owner()]) {
      const [nobodys, ...others] = await Promise.all(
        ['40123452', cif, '14399840'].map(number => get(`/api/v1/taxauth/vat-status/${number}`, caller)),
      );
      expect(nobodys?.status).toBe(200);
      expect(others.map(comparable)).toEqual(others.map(() => nobodys && comparable(nobodys)));
    }
  });
});
