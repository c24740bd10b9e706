import { describe, expect, test } from 'vitest';
import { findingsOf, type Finding } from '../../../../infra/doctor/checks.ts';
import type { Facts } from '../../../../infra/doctor/facts.ts';
import type { StageSettings } from '../../../../infra/stage/stages.ts';

const STAGE: StageSettings = {
  ...{ name: 'prod', region: 'eu-central-1', apiUrl: 'https://api.acme.ro', appUrl: 'https://app.acme.ro', logRetentionDays: 90 },
  anchors: { mode: 'GOVERNANCE', years: 7 },
  evidenceRetentionYears: 5,
  ...{
    mailFrom: 'Acme <no-reply@acme.ro>',
    taxauthUrl: 'https://authority.ro/rest',
    taxauthTransportUrl: 'https://authority.ro/t',
  },
  ...{ hostedZone: { id: 'Z1', name: 'acme.ro' }, alarmEmail: 'ops@acme.ro' },
  settings: { TAXAUTH_OAUTH_URL: 'https://login.authority.ro', TAXAUTH_CLIENT_ID: 'acme', TAXAUTH_SEALS: 'ab'.repeat(32) },
};
const SERVERS = ['ns-1.awsdns-01.org', 'ns-2.awsdns-02.com'];
const READY: Facts = {
  account: { value: '111122223333' },
  bootstrap: { value: 28 },
  mail: { value: { production: true, daily: 50_000, perSecond: 14 } },
  identity: { value: true },
  concurrency: { value: { limit: 1000, unreserved: 1000 } },
  zone: { value: { name: 'acme.ro', nameServers: SERVERS } },
  delegatedTo: { value: SERVERS },
  secrets: { value: ['taxauth-client'] },
  anchors: { value: true },
  edge: { value: undefined },
  canary: { value: undefined },
};
const EDGE: NonNullable<StageSettings['edge']> = {
  ...{ proofs: ['ab'.repeat(32)], only: true, distribution: 'd1.cloudfront.net' },
  ...{ requestsPerAddress: 60_000, priceClass: 'PriceClass_100' },
};
const DEMAND = { workers: 220, reserved: 220, routes: 300 };
const found = (stage: Partial<StageSettings>, facts: Partial<Facts>): Finding[] =>
  findingsOf({ ...STAGE, ...stage }, { ...READY, ...facts }, DEMAND).filter(({ state }) => state !== 'ok');
const CONSENT_ONLY = { settings: { TAXAUTH_OAUTH_URL: 'https://login.authority.ro', TAXAUTH_CLIENT_ID: 'acme' } };
const NO_ZONE = { hostedZone: undefined };
const noted = expect.objectContaining({ state: 'note', what: 'The stage names no hosted zone' }) as Finding;

describe('findingsOf', () => {
  test('finds nothing in an account that is ready', () => {
    expect(found({}, {})).toEqual([]);
  });

  test.each<[string, Partial<StageSettings>, Partial<Facts>, Finding['state'], RegExp, RegExp]>([
    ['other credentials', { account: '999988887777' }, {}, 'action', /belongs to 999988887777/, /AWS_PROFILE/],
    [
      'no bootstrap',
      {},
      { bootstrap: { value: null } },
      'action',
      /not bootstrapped/,
      /cdk bootstrap aws:\/\/111122223333\/eu-central-1/,
    ],
    ['an old bootstrap', {}, { bootstrap: { value: 5 } }, 'action', /version 5, 6 is needed/, /cdk bootstrap/],
    [
      'a new account',
      {},
      { concurrency: { value: { limit: 10, unreserved: 10 } } },
      'action',
      /10 .*, 320 are needed/,
      /L-B99A9384/,
    ],
    [
      'other functions that have reserved the rest',
      {},
      { concurrency: { value: { limit: 1000, unreserved: 300 } } },
      'action',
      /300 functions may run at once \(of 1000 in the account\), 320 are needed/,
      /L-B99A9384/,
    ],
    [
      'a limit that is too low for what the stage reserves',
      { reserveConcurrency: true },
      { concurrency: { value: { limit: 500, unreserved: 500 } } },
      'action',
      /500 .*, 540 are needed/,
      /220 are reserved/,
    ],
    [
      'the sandbox',
      {},
      { mail: { value: { production: false, daily: 200, perSecond: 1 } } },
      'action',
      /sandbox/,
      /put-account-details/,
    ],
    ['no such zone', {}, { zone: { value: null } }, 'action', /no hosted zone Z1/, /list-hosted-zones/],
    ['another zone', {}, { zone: { value: { name: 'other.ro', nameServers: SERVERS } } }, 'action', /is other\.ro/, /acme\.ro/],
    ['an unreadable DNS', {}, { delegatedTo: { failed: 'Error: no network' } }, 'unknown', /Who answers for acme\.ro/, /network/],
    ['an API outside of the zone', { apiUrl: 'https://api.notacme.ro' }, {}, 'action', /apiUrl \(api\.notacme\.ro\)/, /zone/],
    ['a sender outside of the zone', { mailFrom: 'A <a@else.ro>' }, {}, 'action', /mailFrom \(else\.ro\)/, /zone/],
    ['an identity that the deploy makes', {}, { identity: { value: null } }, 'note', /not send mails yet/, /deploy makes/],
    ['records not yet seen', {}, { identity: { value: false } }, 'note', /not send mails yet/, /an hour/],
    [
      'a missing secret',
      {},
      { secrets: { value: [] } },
      'action',
      /taxauth-client is missing/,
      /\/invoicing\/prod\/secrets\/taxauth-client/,
    ],
    [
      'no consent',
      { settings: { TAXAUTH_SEALS: 'ab'.repeat(32) } },
      {},
      'note',
      /pasted tokens/,
      /https:\/\/api\.acme\.ro\/api\/connect\/taxauth\/callback.*TAXAUTH_OAUTH_URL, TAXAUTH_CLIENT_ID/,
    ],
    ['no anchors', {}, { anchors: { value: false } }, 'note', /cannot be verified/, /trust bucket/],
    ['seals not pinned', CONSENT_ONLY, {}, 'action', /can sign as the tax authority/, /TAXAUTH_SEALS/],
    ['the same of another stage', { ...CONSENT_ONLY, name: 'dev' }, {}, 'note', /can sign as the tax/, /TAXAUTH_SEALS/],
    ['a pause', { paused: 'all' }, {}, 'note', /is paused: the API answers 429 to all callers/, /remove `paused`/],
    ['a pause of the background', { paused: 'background' }, {}, 'note', /is paused: schedules, queues/, /remove `paused`/],
    ['a canary without a key', {}, { canary: { value: false } }, 'action', /canary is not set up/, /npm run canary -- prod/],
    ['no mail address', { alarmEmail: undefined }, {}, 'note', /Nobody is mailed/, /alarmEmail/],
    ['addresses of the example', { appUrl: 'https://app.invoicing.example' }, {}, 'action', /^appUrl is still/, /cdk\.json/],
    ['a denied call', {}, { mail: { failed: 'AccessDenied: no' } }, 'unknown', /limits of SES could not be read/, /AccessDenied/],
  ])('%s', (_, stage, facts, state, what, more) => {
    expect(found(stage, facts)).toEqual([
      { state, what: expect.stringMatching(what) as string, more: expect.stringMatching(more) as string },
    ]);
  });

  test.each<[string, string[], RegExp]>([
    ['is not delegated', [], /public DNS has no name servers/],
    ['is delegated elsewhere', ['ns.registrar.ro'], /public DNS has ns\.registrar\.ro/],
    ['has another name server too', [...SERVERS, 'ns.registrar.ro'], /, ns\.registrar\.ro/],
  ])('a domain that %s', (_, servers, what) => {
    const more = expect.stringMatching(/NS records of acme\.ro at its registrar.* to ns-1\.awsdns-01\.org, ns-2\./) as string;
    expect(found({}, { delegatedTo: { value: servers } })).toEqual([
      { state: 'action', what: expect.stringMatching(what) as string, more },
    ]);
  });

  test.each<[string, Partial<typeof EDGE>, { bootstrap: number | null; secret: boolean }, Finding['state'], RegExp, RegExp]>([
    ['no bootstrap in us-east-1', {}, { bootstrap: null, secret: true }, 'action', /in us-east-1/, /111122223333\/us-east-1/],
    ['no secret', {}, { bootstrap: 28, secret: false }, 'action', /invoicing\/prod\/edge\/abababababab .* missing/, /The edge/],
    [
      'no distribution yet',
      { only: false, distribution: undefined },
      { bootstrap: 28, secret: true },
      'note',
      /not led/,
      /edge\.distribution/,
    ],
    ['an API that is still open', { only: false }, { bootstrap: 28, secret: true }, 'note', /go around/, /edge\.only/],
  ])('an edge with %s', (_, edge, there, state, what, more) => {
    expect(found({ edge: { ...EDGE, ...edge } }, { edge: { value: there } })).toEqual([
      { state, what: expect.stringMatching(what) as string, more: expect.stringMatching(more) as string },
    ]);
  });

  test('nothing is to do for an edge that is closed, and denied calls are reported', () => {
    const edge = EDGE;
    expect(found({ edge }, { edge: { value: { bootstrap: 28, secret: true } } })).toEqual([]);
    expect(found({ edge }, { edge: { failed: 'AccessDenied: no' } })).toEqual([expect.objectContaining({ state: 'unknown' })]);
  });

  test('the address that AWS gives the API must be closed once there is a domain made by hand', () => {
    const [open] = found(NO_ZONE, { zone: { value: undefined } });
    expect(open?.more).toMatch(/`ownDomain` closes/);
    const [closed] = found({ ...NO_ZONE, ownDomain: true }, { zone: { value: undefined } });
    expect([closed?.state, closed?.more]).toEqual(['note', expect.not.stringContaining('ownDomain')]);
  });

  test('without a hosted zone the mail identity must be made by hand', () => {
    expect(found(NO_ZONE, { zone: { value: undefined } })).toEqual([noted]);
    const [, identity] = found(NO_ZONE, { zone: { value: undefined }, identity: { value: null } });
    expect(identity).toMatchObject({
      state: 'action',
      more: expect.stringContaining('create-email-identity --email-identity acme.ro') as string,
    });
  });

  test('more routes than AWS gives every API must be requested; whether they were granted is unknown', () => {
    expect(findingsOf(STAGE, READY, { ...DEMAND, routes: 301 }).filter(({ state }) => state !== 'ok')).toEqual([
      {
        state: 'note',
        what: 'The API has 301 routes, and may have 300 unless AWS has raised that',
        more: expect.stringContaining('--service-code apigateway --quota-code L-65B5C802 --desired-value 400') as string,
      },
    ]);
  });

  test('a secret is required only with its setting', () => {
    expect(found({ settings: { ...STAGE.settings, CAPTCHA_VERIFY_URL: 'https://captcha.ro' } }, {})).toEqual([
      expect.objectContaining({ state: 'action', what: 'The secret captcha is missing' }),
    ]);
  });
});
