import { App } from 'aws-cdk-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { InvoicingStage } from '../../infra/stage/invoicing-stage.ts';
import { readStages, type StageSettings } from '../../infra/stage/stages.ts';
import { CONTEXT, ofType, STAGE, type StackTemplate, synthesise, partOfSystem, temporaryFolders, text } from './synthesis.ts';

const temporaryFolder = temporaryFolders();

/** CloudFront and AWS WAF before the API: an option (docs/adr/0023-edge.md). */

const [CURRENT, OLD] = ['a1'.repeat(32), 'b2'.repeat(32)];
const DISTRIBUTION = 'd111111abcdef8.cloudfront.net';
const ON = { proofs: [CURRENT], only: false, requestsPerAddress: 60_000, priceClass: 'PriceClass_100' } as const;
const withEdge = (edge: Partial<NonNullable<StageSettings['edge']>>): StageSettings => ({
  ...STAGE,
  edge: { ...ON, proofs: [CURRENT], ...edge },
});

let system: Awaited<ReturnType<typeof partOfSystem>>;
let [off, made, led, closed]: StackTemplate[][] = [];
beforeAll(async () => {
  // A few of each kind are enough: all endpoints behave alike here.
  system = await partOfSystem();
  [off, made, led, closed] = [
    STAGE,
    withEdge({}),
    withEdge({ distribution: DISTRIBUTION }),
    withEdge({ proofs: [CURRENT, OLD], distribution: DISTRIBUTION, only: true }),
  ].map(stage => synthesise(system, stage));
});

const stack = (templates: StackTemplate[] = [], name: string) => templates.find(one => one.stack === `test-${name}`);
const one = (templates: StackTemplate[] = [], type: string) => {
  const found = ofType(templates, type);
  expect(found.length).toBe(1);
  return found[0]?.Properties ?? {};
};
const config = (templates = closed) =>
  one(templates, 'AWS::CloudFront::Distribution')['DistributionConfig'] as Record<string, object & Record<string, unknown>>;

/** The environments of functions, by whether they serve requests. */
function environments(templates: StackTemplate[] = []): {
  endpoints: Record<string, string>[];
  others: Record<string, string>[];
} {
  const isBackground = (name: string): boolean => /^test-(workers|schedules|tasks)-/.test(name);
  const functions = ofType(templates, 'AWS::Lambda::Function').map(({ Properties }) => Properties);
  const of = (background: boolean) =>
    functions
      .filter(({ FunctionName }) => isBackground(String(FunctionName)) === background)
      .map(({ Environment }) => (Environment as { Variables: Record<string, string> } | undefined)?.Variables ?? {});
  return { endpoints: of(false), others: of(true) };
}

describe('a stage without an edge', () => {
  it('has no resource of an edge', () => {
    expect(stack(off, 'edge')).toBeUndefined();
    expect(JSON.stringify(off)).not.toMatch(/CloudFront|WAFv2|EDGE_|origin\.api/);
  });

  it('differs from one with it only by what the edge needs: nothing is replaced when it is turned on', () => {
    const names = (templates: StackTemplate[] = []) => templates.map(({ stack: name }) => name).toSorted();
    expect(names(led)).toEqual([...names(off), 'test-edge'].toSorted());
    const [before, after] = [stack(off, 'api')?.resources ?? {}, stack(led, 'api')?.resources ?? {}];
    expect(Object.keys(after)).toEqual(expect.arrayContaining(Object.keys(before)));
    const added = Object.keys(after).filter(id => !(id in before));
    expect(added.map(id => id.replace(/[A-F0-9]{8}$/, '')).toSorted()).toEqual(
      ['OriginCertificate', 'OriginDomain', 'OriginMapping', 'OriginRecordA', 'OriginRecordAAAA'].toSorted(),
    );
    const changed = Object.keys(before).filter(id => JSON.stringify(before[id]) !== JSON.stringify(after[id]));
    expect(changed.toSorted()).toEqual(['Document', 'RecordA', 'RecordAAAA']);
  });
});

describe('the distribution', () => {
  it('is in us-east-1, the only region where CloudFront looks for certificates and web ACLs, and the rest is not', () => {
    const app = new App({ context: CONTEXT, outdir: temporaryFolder('edge') });
    const { stacks, manifest } = new InvoicingStage(app, withEdge({}), system).synth();
    const elsewhere = stacks.filter(({ environment }) => environment.region !== 'eu-central-1');
    expect(elsewhere.map(({ stackName, environment }) => [stackName, environment.region])).toEqual([['test-edge', 'us-east-1']]);
    // Nothing is looked up, and nothing refers to another region.
    expect(manifest.missing ?? []).toEqual([]);
    expect(JSON.stringify(elsewhere[0]?.template)).not.toMatch(/Fn::ImportValue|eu-central-1/);
    // It sends a secret only after all functions that must know it.
    expect(elsewhere[0]?.dependencies.map(({ id }) => id)).toEqual(expect.arrayContaining([expect.stringMatching(/Api/)]));
  });

  it('precedes the API on its own domain, with TLS 1.2 only, and sends the secret, which is in no file', () => {
    const [origin, ...others] = config()['Origins'] as unknown as Record<string, unknown>[];
    expect(others).toEqual([]);
    expect(origin).toMatchObject({
      DomainName: 'origin.api.test.invoicing.example',
      CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
      OriginCustomHeaders: [
        {
          HeaderName: 'x-origin-verify',
          HeaderValue: `{{resolve:secretsmanager:invoicing/test/edge/${CURRENT.slice(0, 12)}:SecretString:::}}`,
        },
      ],
    });
    // It must not give up on a request and repeat it while API Gateway still waits (30 seconds).
    const { OriginReadTimeout } = origin?.['CustomOriginConfig'] as { OriginReadTimeout: number };
    expect(OriginReadTimeout).toBeGreaterThan(30);
  });

  it('sends the new secret as soon as it is first in the list: its name changes the template', () => {
    const turned = synthesise(system, withEdge({ proofs: [OLD, CURRENT] }));
    expect(JSON.stringify(config(turned)['Origins'])).toContain(`edge/${OLD.slice(0, 12)}:`);
    expect(JSON.stringify(config(turned)['Origins'])).not.toContain(CURRENT.slice(0, 12));
  });

  it('caches nothing, forwards everything except the header Host, and accepts all methods and only HTTPS', () => {
    expect(config()['DefaultCacheBehavior']).toMatchObject({
      // Managed-CachingDisabled, Managed-AllViewerExceptHostHeader
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
      ViewerProtocolPolicy: 'https-only',
    });
    expect(config()).not.toHaveProperty('CacheBehaviors');
  });

  it('serves the domain of apiUrl with a certificate of its own, from TLS 1.2 on, by HTTP/2 and 3', () => {
    expect(config()).toMatchObject({
      Aliases: ['api.test.invoicing.example'],
      HttpVersion: 'http2and3',
      PriceClass: 'PriceClass_100',
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
    });
    const certificates = ofType([stack(closed, 'edge')!], 'AWS::CertificateManager::Certificate');
    expect(certificates.map(({ Properties }) => Properties['DomainName'])).toEqual(['api.test.invoicing.example']);
  });

  it('sets the address of the caller itself, whatever headers the caller sends', () => {
    const { FunctionCode, FunctionConfig } = one(closed, 'AWS::CloudFront::Function') as Record<string, unknown>;
    expect(FunctionConfig).toMatchObject({ Runtime: 'cloudfront-js-2.0' });
    expect(config()['DefaultCacheBehavior']).toMatchObject({ FunctionAssociations: [{ EventType: 'viewer-request' }] });
    const handler = new Function(`${String(FunctionCode)}; return handler;`)() as (event: object) => object;
    const request = { headers: { 'x-viewer-address': { value: '192.0.2.1' }, accept: { value: '*/*' } } };
    expect(handler({ request, viewer: { ip: '2001:db8::9' } })).toEqual({
      headers: { 'x-viewer-address': { value: '2001:db8::9' }, accept: { value: '*/*' } },
    });
  });

  it('logs requests without path, query, cookies and referrer, for as long as the other logs', () => {
    const { RecordFields } = one(closed, 'AWS::Logs::Delivery') as { RecordFields: string[] };
    expect(RecordFields).toEqual(expect.arrayContaining(['c-ip', 'sc-status', 'x-edge-request-id', 'time-taken']));
    for (const secret of ['cs-uri-stem', 'cs-uri-query', 'cs(Cookie)', 'cs(Referer)', 'x-forwarded-for'])
      expect(RecordFields).not.toContain(secret);
    expect(one(closed, 'AWS::Logs::DeliverySource')).toMatchObject({ LogType: 'ACCESS_LOGS' });
    for (const { Properties } of ofType([stack(closed, 'edge')!], 'AWS::Logs::LogGroup'))
      expect(Properties['RetentionInDays']).toBe(STAGE.logRetentionDays);
  });
});

describe('AWS WAF', () => {
  interface Rule {
    Priority: number;
    Statement: { ManagedRuleGroupStatement: { Name: string; RuleActionOverrides?: object[] } };
    OverrideAction?: object;
  }
  const rules = () => one(closed, 'AWS::WAFv2::WebACL')['Rules'] as Rule[];

  it('is attached to the distribution', () => {
    expect(one(closed, 'AWS::WAFv2::WebACL')).toMatchObject({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } });
    expect(text(config()['WebACLId'])).toMatch(/WebAcl.*Arn/);
  });

  it('responds to floods from one address as the contract says: 429 with Retry-After', () => {
    const [flood] = rules();
    expect(flood).toMatchObject({
      Statement: { RateBasedStatement: { Limit: 60_000, AggregateKeyType: 'IP', EvaluationWindowSec: 300 } },
      Action: {
        Block: {
          CustomResponse: {
            ResponseCode: 429,
            CustomResponseBodyKey: 'flood',
            ResponseHeaders: [{ Name: 'retry-after', Value: '300' }],
          },
        },
      },
    });
    const { flood: body } = one(closed, 'AWS::WAFv2::WebACL')['CustomResponseBodies'] as Record<string, { Content: string }>;
    expect(JSON.parse(body?.Content ?? '')).toEqual({ error: expect.any(String) as string });
    const [own] = one(synthesise(system, withEdge({ requestsPerAddress: 500 })), 'AWS::WAFv2::WebACL')['Rules'] as object[];
    expect(own).toMatchObject({ Statement: { RateBasedStatement: { Limit: 500 } } });
  });

  it('blocks known attacks and attackers, but no upload, no template and no client without a user agent', () => {
    const groups = rules().slice(1);
    expect(groups.map(({ Statement }) => Statement.ManagedRuleGroupStatement.Name)).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
    ]);
    for (const { OverrideAction } of groups) expect(OverrideAction).toEqual({ None: {} });
    const counted = [
      ...['SizeRestrictions_BODY', 'CrossSiteScripting_BODY', 'GenericLFI_BODY', 'GenericRFI_BODY', 'EC2MetaDataSSRF_BODY'],
      ...['SizeRestrictions_QUERYSTRING', 'NoUserAgent_HEADER'],
    ];
    expect(groups.map(({ Statement }) => Statement.ManagedRuleGroupStatement.RuleActionOverrides)).toEqual([
      undefined,
      undefined,
      counted.map(Name => ({ Name, ActionToUse: { Count: {} } })),
    ]);
    expect(new Set(rules().map(({ Priority }) => Priority)).size).toBe(rules().length);
  });

  it('logs only blocked requests, without credentials, path and query, and samples none', () => {
    expect(one(closed, 'AWS::WAFv2::LoggingConfiguration')).toMatchObject({
      LoggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [{ Behavior: 'KEEP', Requirement: 'MEETS_ANY', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] }],
      },
      RedactedFields: [
        { SingleHeader: { Name: 'authorization' } },
        { SingleHeader: { Name: 'cookie' } },
        { QueryString: {} },
        { UriPath: {} },
      ],
    });
    expect(JSON.stringify(one(closed, 'AWS::WAFv2::WebACL'))).not.toContain('"SampledRequestsEnabled":true');
  });
});

describe('domains and their targets', () => {
  const records = (templates: StackTemplate[] = [], name: string) =>
    ofType(templates, 'AWS::Route53::RecordSet')
      .map(({ Properties }) => Properties)
      .filter(({ Name }) => Name === name)
      .map(({ Type, AliasTarget }) => [Type, text((AliasTarget as { DNSName: unknown }).DNSName)]);

  it('lead to the API until the distribution is named, then to the distribution, which always finds the API', () => {
    for (const templates of [off, made])
      expect(records(templates, 'api.test.invoicing.example')).toEqual([
        ['A', expect.stringContaining('"Domain","RegionalDomainName"')],
        ['AAAA', expect.stringContaining('"Domain","RegionalDomainName"')],
      ]);
    for (const templates of [led, closed])
      expect(records(templates, 'api.test.invoicing.example')).toEqual([
        ['A', DISTRIBUTION],
        ['AAAA', DISTRIBUTION],
      ]);
    for (const templates of [made, led, closed])
      expect(records(templates, 'origin.api.test.invoicing.example').map(([type]) => type)).toEqual(['A', 'AAAA']);
  });

  it('lead nowhere else: the address that AWS gives the API stays closed, and both domains accept only TLS 1.2', () => {
    const { servers } = one(closed, 'AWS::ApiGatewayV2::Api')['Body'] as { servers: object[] };
    expect(servers).toEqual([
      { url: STAGE.apiUrl, 'x-amazon-apigateway-endpoint-configuration': { disableExecuteApiEndpoint: true } },
    ]);
    const domains = ofType(closed ?? [], 'AWS::ApiGatewayV2::DomainName').map(({ Properties }) => Properties);
    expect(domains.map(({ DomainName }) => DomainName)).toEqual([
      'api.test.invoicing.example',
      'origin.api.test.invoicing.example',
    ]);
    for (const { DomainNameConfigurations } of domains)
      expect(DomainNameConfigurations).toEqual([expect.objectContaining({ SecurityPolicy: 'TLS_1_2' })]);
  });

  it('only functions that serve requests know the hashes; none may read a secret for it', () => {
    for (const { EDGE_PROOFS, EDGE_ONLY } of environments(made).endpoints)
      expect([EDGE_PROOFS, EDGE_ONLY]).toEqual([CURRENT, undefined]);
    const { endpoints, others } = environments(closed);
    // The function that serves the document, and requests that no endpoint serves, is among them.
    expect(endpoints.length).toBe(system.catalogue.endpoints.length + 1);
    for (const { EDGE_PROOFS, EDGE_ONLY } of endpoints) expect([EDGE_PROOFS, EDGE_ONLY]).toEqual([`${CURRENT},${OLD}`, 'on']);
    expect(others.length).toBeGreaterThan(0);
    for (const variables of others) expect(Object.keys(variables).filter(name => name.startsWith('EDGE_'))).toEqual([]);
    expect(JSON.stringify(closed?.filter(({ stack: name }) => name !== 'test-edge'))).not.toContain('secretsmanager');
  });
});

describe('the setting', () => {
  const { name: _, ...plain } = STAGE;
  const read = (edge: object, more: object = {}) => readStages({ test: { ...plain, ...more, edge } })[0]?.edge;

  it('has defaults except for the hashes', () => {
    expect(read({ proofs: [CURRENT] })).toEqual({ ...ON, proofs: [CURRENT] });
  });

  it.each<[object, RegExp, object?]>([
    [{}, /edge\.proofs/],
    [{ proofs: [] }, /must have the hash of a secret/],
    [{ proofs: [CURRENT, OLD, CURRENT] }, /at most two/],
    [{ proofs: ['the secret itself'] }, /must be a SHA-256 hash/],
    [{ proofs: [CURRENT], only: true }, /edge\.only: needs `distribution`/],
    [{ proofs: [CURRENT], distribution: 'https://d1.cloudfront.net' }, /domain name of a distribution/],
    [{ proofs: [CURRENT], requestsPerAddress: 9 }, /edge\.requestsPerAddress/],
    [{ proofs: [CURRENT], priceClass: 'cheap' }, /edge\.priceClass/],
    [{ proofs: [CURRENT] }, /test\.edge: needs `hostedZone`/, { hostedZone: undefined }],
  ])('%o is rejected with what to change', (edge, message, more) => {
    expect(() => read(edge, more)).toThrow(message);
  });
});
