import levenshtein from 'fast-levenshtein';
import * as z from 'zod';
import { RETENTION_BY_LAW } from '#shared/output/files/retention.ts';
import { STAGE_SETTINGS, type StageSetting } from '#shared/platform/settings/settings.ts';
import { canary, type CanarySettings } from '../canary/settings.ts';
import { edge, type EdgeSettings } from './edge-settings.ts';

/** The settings of a stage, from the context `stages` of cdk.json or of `cdk --context`. */
export interface StageSettings {
  /** Prefix of the names of all resources. */
  name: string;
  region: string;
  /** The AWS account id; by default, the account of the credentials that deploy. */
  account?: string | undefined;
  /** `{base_url}` of the API, without a slash at its end. */
  apiUrl: string;
  /** `{app_url}` of a web application of yours, which links in mails lead to; by default they lead to the hosted pages (`appUrlOf`). */
  appUrl?: string | undefined;
  /**
   * The address of tracked links in mails, on a host of its own: what strangers think of the sites that mails lead to then does not
   * concern the host of the API. It leads to the API; within `hostedZone` a deploy makes it. By default they are at `apiUrl`.
   */
  trackingUrl?: string | undefined;
  /** Sender of mails: `Name <address>`. */
  mailFrom: string;
  /** REST root of the tax authority: its test or its production environment. */
  taxauthUrl: string;
  /** REST root of the tax authority's service for transport declarations. */
  taxauthTransportUrl: string;
  /**
   * The Route 53 zone of the domains. With it a deploy creates certificate, API domain and mail identity; else an operator must
   * create them.
   */
  hostedZone?: { id: string; name: string } | undefined;
  /**
   * The domain of `apiUrl` is made by hand, since its zone is elsewhere, and leads to the API: the address that AWS gives the API
   * (`execute-api`) is then closed. Not with `hostedZone`, which closes it, too.
   */
  ownDomain?: boolean | undefined;
  /**
   * The domain that passkeys are bound to (WebAuthn's relying party id), and the origins where they may be used, all of them on
   * that domain; by default those of `appUrl`, or of `apiUrl` without it. Passkeys only work for the domain that they were created for: it must not change.
   */
  passkeys?: { domain: string; origins: string[] } | undefined;
  /** The email address that receives alarms; without it they only show in CloudWatch (docs/operations/README.md, From alarm to done). */
  alarmEmail?: string | undefined;
  /** Who is mailed about alarms that can wait until tomorrow; by default `alarmEmail`. */
  ticketEmail?: string | undefined;
  logRetentionDays: number;
  /** New versions of functions get a tenth of the calls for five minutes, and are rolled back if they fail (stacks/rollout.ts). */
  gradualRollout?: boolean | undefined;
  /**
   * The functions that are expensive to run get a part of the account's concurrency that is reserved for them and limits them. The
   * account's limit must be higher than their sum by 100 (`npm run doctor`): that of a new account is not.
   */
  reserveConcurrency?: boolean | undefined;
  /**
   * X-Ray traces of functions and state machines: where the time of a request goes between them, and which of them failed. Without
   * them the log has the duration of every request, by its id.
   */
  tracing?: boolean | undefined;
  /** A dashboard in CloudWatch, `<stage>-invoicing`; without it, alarms are in CloudWatch's list. */
  dashboard?: boolean | undefined;
  /**
   * The table that a backup was restored to, and its stream: the functions use it instead of the stage's own, which stays as it is
   * (`npm run restore`).
   */
  restoredTable?: { name: string; streamArn: string } | undefined;
  /**
   * Stops the stage for a restore (docs/operations/restoring.md, Restore); by default it runs. `background`: no schedule runs, no queue and no
   * stream is consumed, and messages wait. `all`: the API answers 429 to all callers too.
   */
  paused?: 'all' | 'background' | undefined;
  /** Daily and monthly backups by AWS Backup (stacks/recovery.ts); by default there are. */
  backups?: boolean | undefined;
  /** ARN of a backup vault in another region, which every backup is copied to. */
  backupCopyVault?: string | undefined;
  /** CloudFront and AWS WAF before the API (infra/stage/edge-settings.ts, docs/operations/deploying.md); by default there are none. */
  edge?: EdgeSettings | undefined;
  /** A company of the stage's own that shows whether the stage works (infra/canary); by default there is none. */
  canary?: CanarySettings | undefined;
  /** How the anchors of hash chains are locked (S3 Object Lock). */
  anchors: AnchorLock;
  /**
   * How many years the files that prove submissions are locked (shared/output/files/evidence.ts), from 1 July of the year after they were
   * stored; 0 for not at all. The lock is always of the mode GOVERNANCE: the purge of a company must be able to remove them.
   */
  evidenceRetentionYears: number;
  /** Environment variables of all functions (shared/platform/settings/settings.ts, docs/settings.md), such as `REGISTRATION: off`. */
  settings: Record<string, string>;
}

/** The lock of a stage's anchors. */
export interface AnchorLock {
  /**
   * `COMPLIANCE`: until their date nobody removes them, whatever his rights, nor shortens it. `GOVERNANCE`: principals with the right
   * `s3:BypassGovernanceRetention` may.
   */
  mode: 'COMPLIANCE' | 'GOVERNANCE';
  years: number;
}

/**
 * A document is kept for 5 years from 1 July of the year after its issue (shared/output/files/retention.ts): at most six and a half.
 * Companies may keep theirs longer, for which `years` may be more.
 */
const ANCHOR_YEARS = 7;
/** What a company can choose for its archive at most (`archiveRetentionYears`). */
const MOST_RETENTION_YEARS = 50;
/** As many, and the year in which they begin and end. */
const MOST_ANCHOR_YEARS = MOST_RETENTION_YEARS + 2;

const anchorLock = z.strictObject({
  // The lock that can still be undone: a stage that holds invoices chooses the other one, once it is sure.
  mode: z.enum(['COMPLIANCE', 'GOVERNANCE']).default('GOVERNANCE'),
  years: z.int().min(1).max(MOST_ANCHOR_YEARS, `must be at most ${MOST_ANCHOR_YEARS}`).default(ANCHOR_YEARS),
});

/** Retention periods that CloudWatch Logs accepts, in days. */
const RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653];

const url = z
  .url({ protocol: /^https$/, error: 'must be an https address' })
  .refine(text => !text.endsWith('/'), 'must not end with a slash');

const origin = url.refine(text => URL.canParse(text) && new URL(text).origin === text, 'must be an origin: no path, no query');

const passkeys = z
  .strictObject({ domain: z.hostname('must be a domain').lowercase(), origins: z.array(origin).min(1, 'must name an address') })
  .refine(({ domain, origins }) => origins.every(one => isOn(domain, one)), 'must have all origins on the domain');

const isOn = (domain: string, address: string): boolean => `.${new URL(address).hostname}`.endsWith(`.${domain}`);

const isSetting = (name: string): name is StageSetting => Object.hasOwn(STAGE_SETTINGS, name);

const settingName = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of an environment variable')
  .superRefine((name, context) => {
    if (isSetting(name)) return;
    if (/(SECRET|PASSWORD|PRIVATE_KEY)$/.test(name)) {
      context.addIssue(`is a secret, and settings are read by many: put it into a parameter (docs/settings.md, Secrets)`);
      return;
    }
    const nearest = Object.keys(STAGE_SETTINGS).toSorted((a, b) => levenshtein.get(a, name) - levenshtein.get(b, name))[0];
    context.addIssue(`is no setting. The nearest one is ${nearest}; docs/settings.md has them all`);
  });

/** Checks the values but does not convert them: functions parse the environment variables with the same schemas. */
function checkSettings(settings: Record<string, string>, context: z.core.$RefinementCtx): void {
  for (const [name, value] of Object.entries(settings)) {
    const result = isSetting(name) && value !== '' ? STAGE_SETTINGS[name]().safeParse(value) : undefined;
    for (const { message } of result?.error?.issues ?? []) context.addIssue({ code: 'custom', path: [name], message });
  }
}

const restoredTable = z
  .strictObject({
    name: z.string().regex(/^[\w.-]{3,255}$/, 'must be the name of a table'),
    streamArn: z.string().regex(/^arn:aws[a-z-]*:dynamodb:.+:table\/.+\/stream\/.+$/, 'must be the ARN of a stream'),
  })
  .refine(({ name, streamArn }) => streamArn.includes(`:table/${name}/stream/`), 'must name the stream of that table');

const stageObject = z.strictObject({
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region'),
  account: z
    .string()
    .regex(/^\d{12}$/, 'must be an AWS account id')
    .optional(),
  apiUrl: url,
  appUrl: url.optional(),
  trackingUrl: url.optional(),
  mailFrom: z.string().regex(/^[^<>]+ <[^<>@\s]+@[^<>@\s]+>$/, 'must read `Name <address>`'),
  taxauthUrl: url,
  taxauthTransportUrl: url,
  hostedZone: z.strictObject({ id: z.string().min(1), name: z.string().min(1) }).optional(),
  ownDomain: z.boolean().optional(),
  passkeys: passkeys.optional(),
  alarmEmail: z.email().optional(),
  ticketEmail: z.email().optional(),
  logRetentionDays: z.number().refine(days => RETENTION_DAYS.includes(days), `must be one of ${RETENTION_DAYS.join(', ')}`),
  gradualRollout: z.boolean().optional(),
  reserveConcurrency: z.boolean().optional(),
  tracing: z.boolean().optional(),
  dashboard: z.boolean().optional(),
  restoredTable: restoredTable.optional(),
  paused: z.enum(['all', 'background']).optional(),
  backups: z.boolean().optional(),
  backupCopyVault: z
    .string()
    .regex(/^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]+$/, 'must be the ARN of a backup vault')
    .optional(),
  edge: edge.optional(),
  canary: canary.optional(),
  anchors: anchorLock.default({ mode: 'GOVERNANCE', years: ANCHOR_YEARS }),
  evidenceRetentionYears: z.int().min(0).max(MOST_RETENTION_YEARS).default(RETENTION_BY_LAW),
  settings: z.record(settingName, z.string()).superRefine(checkSettings).default({}),
});

const settingsSchema = stageObject
  .refine(stage => !stage.edge || stage.hostedZone, {
    path: ['edge'],
    message: 'needs `hostedZone`: only an API on a domain of its own can be closed to requests that go around the edge',
  })
  .refine(stage => stage.ownDomain === undefined || !stage.hostedZone, {
    path: ['ownDomain'],
    message: 'is for a domain made by hand: with `hostedZone` the deploy makes it, and closes the address that AWS gives the API',
  });

/** A prefix of all resource names: the longest function name leaves 12 of the 64 characters that Lambda allows. */
const stageName = z.string().regex(/^[a-z][a-z0-9]{1,11}$/, 'must be 2 to 12 lower-case letters and digits');

/** @throws Error that says what to change in the context */
export function readStages(context: unknown): StageSettings[] {
  const result = z.record(stageName, settingsSchema).safeParse(context);
  if (!result.success) throw new Error(`The context \`stages\` is not in order:\n${problemsOf(result.error.issues).join('\n')}`);
  return Object.entries(result.data).map(([name, settings]) => ({ name, ...settings }));
}

/** One line per problem: the path in the context, and the message. */
const problemsOf = (issues: readonly z.core.$ZodIssue[], place: PropertyKey[] = []): string[] =>
  issues.flatMap(issue => {
    const path = [...place, ...issue.path];
    return issue.code === 'invalid_key' ? problemsOf(issue.issues, path) : [`- ${path.map(String).join('.')}: ${issue.message}`];
  });

/** `{app_url}`: that of the web application, else that of the service's own pages (functions/pages). */
export const appUrlOf = ({ apiUrl, appUrl = `${apiUrl}/pages` }: Pick<StageSettings, 'apiUrl' | 'appUrl'>): string => appUrl;

/** The domain of `trackingUrl`, if a deploy makes it: it is not that of the API, and in the hosted zone. */
export function trackingDomain({ apiUrl, trackingUrl, hostedZone }: StageSettings): string | undefined {
  if (!trackingUrl || !hostedZone) return undefined;
  const { hostname } = new URL(trackingUrl);
  return hostname !== new URL(apiUrl).hostname && hostname.endsWith(`.${hostedZone.name}`) ? hostname : undefined;
}

/** Whether the API answers at `apiUrl` alone: on a domain that the deploy makes, or on one made by hand. */
export const isOnOwnDomain = ({ hostedZone, ownDomain }: Pick<StageSettings, 'hostedZone' | 'ownDomain'>): boolean =>
  hostedZone !== undefined || ownDomain === true;

/** `no-reply@example.org` of `Name <no-reply@example.org>`. */
export const mailAddress = ({ mailFrom }: StageSettings): string => /<([^>]+)>$/.exec(mailFrom)?.[1] ?? '';

/** The SES identity that mails are sent with: the domain of the hosted zone, which covers its subdomains, or that of the sender. */
export const mailIdentity = (stage: StageSettings): string => stage.hostedZone?.name ?? mailAddress(stage).split('@')[1] ?? '';
