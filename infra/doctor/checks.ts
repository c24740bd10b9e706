import { parameterOf, SECRET_NAMES, SECRETS } from '#shared/platform/settings/secret-names.ts';
import * as names from '../stage/names.ts';
import { mailIdentity, type StageSettings } from '../stage/stages.ts';
import type { EdgeFacts, Facts, Read, Zone } from './facts.ts';

/** The result of a check. `action`: something to do before the deploy; `unknown`: the fact could not be read. */
export interface Finding {
  state: 'ok' | 'note' | 'action' | 'unknown';
  what: string;
  /** What to do, or why the fact could not be read. */
  more?: string;
}

/** The oldest version of CDK's bootstrap stack that can deploy the service's templates. */
export const LEAST_BOOTSTRAP = 6;

/** Concurrent executions that must be left for API requests while all queue consumers run at their maximum concurrency. */
const FOR_CALLERS = 100;

const RAISE =
  'Ask for more: aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000';

/** Routes of an HTTP API for which AWS need not be asked ("Routes per HTTP API", L-65B5C802). */
const ROUTES = 300;

/** What a stage needs of quotas. */
export interface Demand {
  /** The maximum concurrency of all queue consumers together. */
  workers: number;
  /** The sum of what single functions get for themselves, on a stage with `reserveConcurrency`. */
  reserved: number;
  /** The routes of the API. */
  routes: number;
}

const ok = (what: string): Finding => ({ state: 'ok', what });
const note = (what: string, more: string): Finding => ({ state: 'note', what, more });
const action = (what: string, more: string): Finding => ({ state: 'action', what, more });

/** The findings about a fact; an `unknown` one when it could not be read. */
function checkFact<T>(fact: Read<T>, subject: string, check: (value: T) => Finding | Finding[]): Finding[] {
  if ('failed' in fact) return [{ state: 'unknown', what: `${subject} could not be read`, more: fact.failed }];
  return [check(fact.value)].flat();
}

/**
 * Checks everything that a deploy, or the deployed service, needs.
 *
 * @param demand how many functions the stage may run at once, and the routes of its API
 */
export function findingsOf(stage: StageSettings, facts: Facts, demand: Demand): Finding[] {
  return [
    ...exampleFindings(stage),
    ...checkFact(facts.account, 'The account', account => accountFinding(stage, account)),
    ...checkFact(facts.bootstrap, 'The bootstrap version', version => bootstrapFinding(stage.region, facts.account, version)),
    ...checkFact(facts.concurrency, 'The limit of functions at once', available =>
      concurrencyFinding(available, { ...demand, reserved: stage.reserveConcurrency ? demand.reserved : 0 }),
    ),
    routesFinding(stage, demand),
    ...checkFact(facts.zone, 'The hosted zone', zone => zoneFindings(stage, zone, facts.delegatedTo)),
    ...checkFact(facts.identity, 'The mail identity', verified => identityFinding(stage, verified)),
    ...checkFact(facts.mail, 'The sending limits of SES', mailFinding),
    ...checkFact(facts.secrets, 'The secrets', there => secretFindings(stage, there)),
    ...checkFact(facts.anchors, 'The trust anchors', anchorsFinding),
    ...checkFact(facts.edge, 'What the edge needs', there => (there ? edgeFindings(stage, facts.account, there) : [])),
    ...checkFact(facts.canary, 'Whether the canary is set up', isSetUp => canaryFindings(stage, isSetUp)),
    sealFinding(stage),
    ...consentFindings(stage),
    ...pauseFindings(stage),
    stage.alarmEmail
      ? ok(`Alarms are mailed to ${stage.alarmEmail}`)
      : note('Nobody is mailed about alarms', 'Set `alarmEmail` of the stage in cdk.json.'),
  ];
}

/** Settings that still have the example addresses of cdk.json (the top-level domain `.example` is reserved, RFC 2606). */
function exampleFindings(stage: StageSettings): Finding[] {
  const { apiUrl, appUrl, mailFrom, taxauthUrl, taxauthTransportUrl } = stage;
  const examples = Object.entries({ apiUrl, appUrl, mailFrom, taxauthUrl, taxauthTransportUrl })
    .filter(([, value]) => /\.example\b/.test(value ?? ''))
    .map(([name]) => name);
  return examples.length === 0
    ? []
    : [
        action(
          `${examples.join(', ')} ${examples.length === 1 ? 'is' : 'are'} still as in the example`,
          'Set your own addresses in cdk.json.',
        ),
      ];
}

function accountFinding(stage: StageSettings, account: string): Finding {
  if (stage.account === undefined || stage.account === account) return ok(`The credentials are of account ${account}`);
  return action(
    `The credentials are of account ${account}, the stage belongs to ${stage.account}`,
    'Use the credentials (AWS_PROFILE) of the account that cdk.json names.',
  );
}

function bootstrapFinding(region: string, account: Facts['account'], version: number | null): Finding {
  const command = `npx cdk bootstrap aws://${'value' in account ? account.value : '<account>'}/${region}`;
  if (version === null) return action(`The account is not bootstrapped in ${region}`, command);
  if (version < LEAST_BOOTSTRAP)
    return action(`The bootstrap stack is of version ${version}, ${LEAST_BOOTSTRAP} is needed`, command);
  return ok(`Bootstrapped in ${region} (version ${version})`);
}

function concurrencyFinding(
  { limit, unreserved }: { limit: number; unreserved: number },
  { workers, reserved }: Pick<Demand, 'workers' | 'reserved'>,
): Finding {
  const needed = workers + FOR_CALLERS;
  // Before the first deploy nothing is reserved yet, so the limit itself must have room for it.
  if (limit < needed + reserved)
    return action(
      `${limit} functions may run at once in the account, ${needed + reserved} are needed`,
      `The queues may take ${workers}, callers of the API ${FOR_CALLERS}${reserved > 0 ? `, and ${reserved} are reserved (\`reserveConcurrency\`)` : ''}. ${RAISE}`,
    );
  if (unreserved >= needed) return ok(`${unreserved} functions may run at once`);
  return action(
    `${unreserved} functions may run at once (of ${limit} in the account), ${needed} are needed`,
    `The queues may take ${workers}, callers of the API need the rest. ${RAISE}`,
  );
}

/**
 * A note only: AWS raises the quota for single APIs, so that the account's value does not say what this API may have (API Gateway,
 * "Quotas for configuring and running an HTTP API").
 */
function routesFinding({ region }: StageSettings, { routes }: Demand): Finding {
  if (routes <= ROUTES) return ok(`The API has ${routes} routes, of ${ROUTES} that each may have`);
  return note(
    `The API has ${routes} routes, and may have ${ROUTES} unless AWS has raised that`,
    `Ask before the deploy: aws service-quotas request-service-quota-increase --region ${region} --service-code apigateway --quota-code L-65B5C802 --desired-value ${Math.ceil((routes + 1) / 100) * 100}`,
  );
}

/** The section of docs/operations for a stage without `hostedZone`. */
export const BY_HAND = 'docs/operations/deploying.md, "A domain by hand"';

function zoneFindings(stage: StageSettings, zone: Zone | null | undefined, delegatedTo: Facts['delegatedTo']): Finding[] {
  const finding = zoneFinding(stage, zone && zone.name);
  if (!zone || finding.state !== 'ok') return [finding];
  const delegated = checkFact(delegatedTo, `Who answers for ${zone.name}`, servers => delegationFinding(zone, servers ?? []));
  return [finding, ...delegated];
}

/** The certificate and the mail identity are proven by records of the zone, which the world sees only when its domain is delegated to it. */
function delegationFinding({ name, nameServers }: Zone, delegatedTo: readonly string[]): Finding {
  if (delegatedTo.length > 0 && delegatedTo.every(server => nameServers.includes(server)))
    return ok(`${name} is delegated to its hosted zone`);
  return action(
    `${name} is not delegated to its hosted zone: the public DNS has ${delegatedTo.length > 0 ? delegatedTo.join(', ') : 'no name servers'}`,
    `Set the NS records of ${name} at its registrar, or in the zone above it, to ${nameServers.join(', ')}, and wait until this check sees them: before that, a deploy waits for the certificate for hours.`,
  );
}

function zoneFinding({ hostedZone, ownDomain, apiUrl, mailFrom }: StageSettings, name: string | null | undefined): Finding {
  if (!hostedZone)
    return note(
      'The stage names no hosted zone',
      `Certificate, domain of the API and mail identity are then made by hand (${BY_HAND}); with \`hostedZone\` of the stage in cdk.json the deploy makes them.` +
        (ownDomain ? '' : ' Once the domain answers, `ownDomain` closes the address that AWS gives the API.'),
    );
  if (name === null)
    return action(`There is no hosted zone ${hostedZone.id}`, 'aws route53 list-hosted-zones shows which there are.');
  if (name !== hostedZone.name)
    return action(`The hosted zone ${hostedZone.id} is ${name}`, `cdk.json says ${hostedZone.name}: correct \`hostedZone\`.`);
  const domain = new URL(apiUrl).hostname;
  if (domain !== name && !domain.endsWith(`.${name}`))
    return action(`apiUrl (${domain}) is not in the hosted zone ${name}`, 'Name the zone of that domain, or another apiUrl.');
  const sender = /@([^>]+)>$/.exec(mailFrom)?.[1] ?? '';
  if (sender !== name && !sender.endsWith(`.${name}`))
    return action(`mailFrom (${sender}) is not in the hosted zone ${name}`, 'Send from an address of the zone.');
  return ok(`The hosted zone is ${name}`);
}

function identityFinding(stage: StageSettings, verified: boolean | null): Finding {
  const identity = mailIdentity(stage);
  if (verified) return ok(`${identity} may send mails`);
  if (stage.hostedZone)
    return note(
      `${identity} may not send mails yet`,
      verified === null
        ? 'The deploy makes the identity and its records.'
        : 'SES has not seen the records yet: it may take an hour.',
    );
  return action(
    `${identity} may not send mails`,
    `aws sesv2 create-email-identity --email-identity ${identity}, then the DKIM records that it answers with into your DNS.`,
  );
}

function mailFinding({ production, daily, perSecond }: { production: boolean; daily: number; perSecond: number }): Finding {
  if (production) return ok(`SES sends ${daily} mails a day, ${perSecond} a second`);
  return action(
    'SES is in its sandbox: 200 mails a day, to verified addresses only',
    'Ask for production access: aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url <your site> --use-case-description "Invoices to clients of our users"',
  );
}

function secretFindings(stage: StageSettings, there: readonly string[]): Finding[] {
  return SECRET_NAMES.filter(name => stage.settings[SECRETS[name].neededWith]).map(name => {
    if (there.includes(name)) return ok(`The secret ${name} is there`);
    const parameter = parameterOf(stage.name, name);
    return action(
      `The secret ${name} is missing`,
      `aws ssm put-parameter --type SecureString --region ${stage.region} --name ${parameter} --value "$(cat)"`,
    );
  });
}

/** The three steps in which an edge is turned on (docs/operations/deploying.md, The edge). */
function edgeFindings(stage: StageSettings, account: Facts['account'], { bootstrap, secret }: EdgeFacts): Finding[] {
  const { edge } = stage;
  const name = names.originSecret(stage, edge?.proofs[0] ?? '');
  return [
    bootstrapFinding(names.EDGE_REGION, account, bootstrap),
    secret
      ? ok(`The secret ${name} of the edge is there`)
      : action(
          `The secret ${name} of the edge is missing in ${names.EDGE_REGION}`,
          'docs/operations/deploying.md, The edge, says how to make it.',
        ),
    !edge?.distribution
      ? note(
          'Callers are not led to the edge yet',
          'After the deploy, set `edge.distribution` to the output of the stack and deploy again.',
        )
      : edge.only
        ? ok('Only requests that come through the edge are taken')
        : note(
            'Requests that go around the edge are taken',
            'When the domain has led to the edge for a day, set `edge.only` and deploy.',
          ),
  ];
}

/** The canary of a stage that has one: without what the command stores its runs fail. */
function canaryFindings({ name }: StageSettings, isSetUp: boolean | undefined): Finding[] {
  if (isSetUp === undefined) return [];
  return isSetUp
    ? [ok('The canary is set up')]
    : [
        action(
          'The canary is not set up, and its runs fail',
          `After the deploy: npm run canary -- ${name} (docs/operations/canary.md).`,
        ),
      ];
}

/** A paused stage (docs/operations/restoring.md, Restore). */
const pauseFindings = ({ paused }: StageSettings): Finding[] =>
  paused
    ? [
        note(
          paused === 'all'
            ? 'The stage is paused: the API answers 429 to all callers, schedules, queues and the stream are off'
            : 'The stage is paused: schedules, queues and the stream are off',
          'When the restore is done, remove `paused` of the stage in cdk.json and deploy. The stream keeps changes for 24 hours.',
        ),
      ]
    : [];

function consentFindings({ settings, apiUrl }: StageSettings): Finding[] {
  const missing = ['TAXAUTH_OAUTH_URL', 'TAXAUTH_CLIENT_ID'].filter(name => !settings[name]);
  return missing.length === 0
    ? [ok('Companies can be connected to the tax authority in the browser')]
    : [
        note(
          'Companies cannot be connected to the tax authority in the browser, only by pasted tokens',
          `Register an application there with the redirect address ${apiUrl}/api/connect/taxauth/callback, and set ${missing.join(', ')}.`,
        ),
      ];
}

const anchorsFinding = (there: boolean): Finding =>
  there
    ? ok('Certificates to verify signatures of the tax authority are there')
    : note(
        'Signatures of the tax authority cannot be verified yet',
        'After the first deploy put the certificates that you trust into the trust bucket (README, "Deploy it").',
      );

/** Whether the stage says which certificates are the authority's seals: real documents need it, a stage for tests may do without. */
function sealFinding({ name, settings }: StageSettings): Finding {
  if (settings.TAXAUTH_SEALS) return ok("The certificates of the tax authority's seal are pinned");
  return (name === 'prod' ? action : note)(
    'Everybody whom an issuer among the trust anchors certified can sign as the tax authority',
    'Set TAXAUTH_SEALS to the SHA-256 fingerprints of its seal (docs/operations/security.md).',
  );
}
