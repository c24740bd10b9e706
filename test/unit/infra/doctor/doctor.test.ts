import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { apiIdParameter } from '../../../../infra/stage/names.ts';
import { doctor } from '../../../../infra/doctor/doctor.ts';

/** An account that responds as AWS does, and records the requests. */
const account = {
  bootstrap: '28' as string | undefined,
  secrets: ['/invoicing/prod/secrets/taxauth-client'],
  identity: true,
  production: true,
  concurrency: 1000,
  zone: true,
  anchors: true,
  denied: false,
  edgeBootstrap: '28' as string | undefined,
  edgeSecret: 'there' as 'there' | 'deleted' | 'missing',
  asked: [] as string[],
  /** The records of the public DNS; the code of its response when it has none. */
  servers: ['ns-2.awsdns-02.com', 'ns-1.awsdns-01.org'] as string[] | string,
};
const READY = { ...account };
const EDGE = { proofs: ['ab'.repeat(32)], distribution: 'd1.cloudfront.net', only: true };

interface Stub {
  status?: number;
  type?: string;
  body?: string;
  headers?: Record<string, string>;
}

const json = (body: object, status = 200): Stub => ({ status, type: 'application/json', body: JSON.stringify(body) });
const xml = (body: string, status = 200): Stub => ({ status, type: 'text/xml', body });
const gone = (type: string): Stub => ({ ...json({ message: 'none' }, 404), headers: { 'x-amzn-errortype': type } });

function answerTo(request: IncomingMessage, body: string): Stub {
  const { method = '', url = '' } = request;
  const target = String(request.headers['x-amz-target'] ?? '');
  if (account.denied)
    return { ...json({ message: 'not allowed' }, 403), headers: { 'x-amzn-errortype': 'AccessDeniedException' } };
  if (target === 'AmazonSSM.GetParameters') {
    const { Names, WithDecryption } = JSON.parse(body) as { Names: string[]; WithDecryption?: boolean };
    expect(WithDecryption ?? false).toBe(false);
    const there = new Map(account.secrets.map(name => [name, 'encrypted']));
    // The credential's scope names the region (Signature Version 4).
    const bootstrap = /\/us-east-1\//.test(request.headers.authorization ?? '') ? account.edgeBootstrap : account.bootstrap;
    if (bootstrap) there.set('/cdk-bootstrap/hnb659fds/version', bootstrap);
    return json({ Parameters: Names.flatMap(Name => (there.has(Name) ? [{ Name, Value: there.get(Name) }] : [])) });
  }
  if (target === 'secretsmanager.DescribeSecret') {
    expect(request.headers.authorization).toContain('/us-east-1/');
    expect(JSON.parse(body)).toEqual({ SecretId: 'invoicing/edged/edge/abababababab' });
    if (account.edgeSecret === 'missing')
      return { ...json({ message: 'none' }, 400), headers: { 'x-amzn-errortype': 'ResourceNotFoundException' } };
    return json({ Name: 'x', ...(account.edgeSecret === 'deleted' && { DeletedDate: 1_790_000_000 }) });
  }
  if (body.includes('Action=GetCallerIdentity'))
    return xml(
      '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Account>111122223333</Account></GetCallerIdentityResult></GetCallerIdentityResponse>',
    );
  if (url.startsWith('/v2/email/account'))
    return json({ ProductionAccessEnabled: account.production, SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14 } });
  if (url.startsWith('/v2/email/identities/acme.ro'))
    return account.identity ? json({ VerifiedForSendingStatus: true }) : gone('NotFoundException');
  if (url.includes('/account-settings'))
    return json({
      AccountLimit: { ConcurrentExecutions: account.concurrency, UnreservedConcurrentExecutions: account.concurrency },
    });
  if (url.includes('/hostedzone/Z1'))
    return account.zone
      ? xml(
          '<GetHostedZoneResponse xmlns="https://route53.amazonaws.com/doc/2013-04-01/"><HostedZone><Id>/hostedzone/Z1</Id><Name>acme.ro.</Name><CallerReference>x</CallerReference></HostedZone><DelegationSet><NameServers><NameServer>NS-1.awsdns-01.org</NameServer><NameServer>ns-2.awsdns-02.com</NameServer></NameServers></DelegationSet></GetHostedZoneResponse>',
        )
      : xml(
          '<ErrorResponse xmlns="https://route53.amazonaws.com/doc/2013-04-01/"><Error><Type>Sender</Type><Code>NoSuchHostedZone</Code><Message>none</Message></Error></ErrorResponse>',
          404,
        );
  if (method === 'HEAD' && /^\/(prod|bare)-invoicing-trust-111122223333-eu-central-1\/taxauth\/anchors\.pem$/.test(url))
    return { status: account.anchors ? 200 : 404 };
  return json({ message: `unknown call ${method} ${url}` }, 400);
}

let server: Server;
let folder: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then(body => {
      account.asked.push(`${request.method} ${request.url} ${String(request.headers['x-amz-target'] ?? '')}`);
      const { status = 200, type, body: answer = '', headers = {} } = answerTo(request, body);
      response.writeHead(status, { ...(type && { 'content-type': type }), ...headers }).end(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  const stage = {
    ...{ region: 'eu-central-1', apiUrl: 'https://api.acme.ro', appUrl: 'https://app.acme.ro', logRetentionDays: 90 },
    ...{
      mailFrom: 'Acme <no-reply@acme.ro>',
      taxauthUrl: 'https://authority.ro/r',
      taxauthTransportUrl: 'https://authority.ro/t',
    },
    ...{ hostedZone: { id: 'Z1', name: 'acme.ro' }, alarmEmail: 'ops@acme.ro' },
    settings: { TAXAUTH_OAUTH_URL: 'https://login.authority.ro', TAXAUTH_CLIENT_ID: 'acme', TAXAUTH_SEALS: 'ab'.repeat(32) },
  };
  writeFileSync(
    join(folder, 'cdk.json'),
    JSON.stringify({
      context: { stages: { prod: stage, edged: { ...stage, edge: EDGE }, bare: { ...stage, hostedZone: undefined } } },
    }),
  );
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  Object.assign(account, READY, { asked: [] });
  vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterEach(() => vi.unstubAllEnvs());

const nameServers = (domain: string): Promise<string[]> => {
  expect(domain).toBe('acme.ro');
  const { servers } = account;
  return typeof servers === 'string'
    ? Promise.reject(Object.assign(new Error(`queryNs ${servers} ${domain}`), { code: servers }))
    : Promise.resolve(servers);
};

const run = async (...argv: string[]): Promise<{ code: number; said: string }> => {
  const lines: string[] = [];
  const code = await doctor(argv, line => lines.push(line), join(folder, 'cdk.json'), nameServers);
  return { code, said: lines.join('\n') };
};

describe('npm run doctor', () => {
  test('0 for an account that is ready; it only reads, and never the value of a secret', async () => {
    const { code, said } = await run('prod');
    expect(said).toMatch(/prod is ready\.$/);
    expect(code).toBe(0);
    expect(said).not.toMatch(/TO DO|unknown|encrypted/);
    expect(said).toMatch(/ok {7}The API has \d+ routes, of 300 that each may have/);
    const writes = account.asked.filter(call => !/^(GET|HEAD) |AmazonSSM\.GetParameters$|^POST \/ $/.test(call));
    expect(writes).toEqual([]);
    expect(account.asked.length).toBeGreaterThanOrEqual(8);
  });

  test('1 with what to do, for an empty account', async () => {
    Object.assign(account, { bootstrap: undefined, secrets: [], identity: false, production: false, concurrency: 10 });
    Object.assign(account, { zone: false, anchors: false });
    const { code, said } = await run('prod');
    expect(code).toBe(1);
    for (const words of [
      /TO DO {4}The account is not bootstrapped/,
      /cdk bootstrap aws:\/\/111122223333\/eu-central-1/,
      /TO DO {4}10 functions may run at once/,
      /TO DO {4}There is no hosted zone Z1/,
      /TO DO {4}SES is in its sandbox/,
      /TO DO {4}The secret taxauth-client is missing/,
      /note {5}acme\.ro may not send mails yet/,
      /note {5}Signatures of the tax authority cannot be verified yet/,
      /prod: 5 to look at\.$/,
    ])
      expect(said).toMatch(words);
  });

  test.each([
    [
      'there',
      '28',
      [/ok {5} {2}The secret invoicing\/edged\/edge\/abababababab of the edge is there/, /ok {5} {2}Bootstrapped in us-east-1/],
    ],
    ['deleted', '28', [/TO DO {4}The secret .* of the edge is missing in us-east-1/]],
    ['missing', undefined, [/TO DO {4}The secret .* is missing/, /TO DO {4}The account is not bootstrapped in us-east-1/]],
  ] as const)('of a stage with an edge: its secret is %s', async (secret, bootstrap, words) => {
    Object.assign(account, {
      edgeSecret: secret,
      edgeBootstrap: bootstrap,
      secrets: ['/invoicing/edged/secrets/taxauth-client'],
    });
    const { said } = await run('edged');
    for (const one of words) expect(said).toMatch(one);
    expect(account.asked.filter(call => /secretsmanager\.(?!DescribeSecret)/.test(call))).toEqual([]);
  });

  test.each([
    ['ENOTFOUND', /TO DO {4}acme\.ro is not delegated .* no name servers\.\n +Set the NS records .* ns-1\.awsdns-01\.org/],
    ['ENODATA', /TO DO {4}acme\.ro is not delegated/],
    ['ETIMEOUT', /unknown {2}Who answers for acme\.ro could not be read/],
  ])('1 for a zone whose domain does not lead to it: the DNS returns %s', async (servers, words) => {
    Object.assign(account, { servers });
    const { code, said } = await run('prod');
    expect(code).toBe(1);
    expect(said).toMatch(words);
    expect(said).toMatch(/prod: 1 to look at\.$/);
  });

  test('a stage without a hosted zone is not ready without the records made by hand, which a section describes', async () => {
    Object.assign(account, { secrets: ['/invoicing/bare/secrets/taxauth-client'] });
    const { code, said } = await run('bare');
    expect(code).toBe(0);
    expect(said).toMatch(/bare is ready, and its domain is made by hand: docs\/operations\/deploying\.md, "A domain by hand"\.$/);
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/operations/deploying.md'), 'utf8');
    const [, section = ''] = /^## A domain by hand\n([^]*?)^## /m.exec(page) ?? [];
    for (const made of ['acm request-certificate', 'create-domain-name', 'create-api-mapping', 'create-email-identity'])
      expect(section).toContain(made);
    // The API is found by the parameter that its stack writes.
    expect(section).toContain(`"${apiIdParameter({ name: '$STAGE' })}"`);
  });

  test('1 when calls are denied, each with its reason', async () => {
    account.denied = true;
    const { code, said } = await run('prod');
    expect(code).toBe(1);
    expect(said.match(/unknown {2}/g)?.length).toBe(8);
    expect(said).toContain('AccessDeniedException: not allowed');
  });

  test('2 for a stage that is not in cdk.json, and without one', async () => {
    expect(await run('test')).toMatchObject({ code: 2, said: expect.stringContaining('which has prod, edged, bare') as string });
    expect(await run()).toMatchObject({ code: 2, said: expect.stringContaining('npm run doctor') as string });
    expect(await run('--help')).toMatchObject({ code: 0 });
    expect(account.asked).toEqual([]);
  });
});
