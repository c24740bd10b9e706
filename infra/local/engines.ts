import { join } from 'node:path';
import { DEAD_LETTERS } from '#shared/platform/aws/queues.ts';
import { parameterOf, SECRET_NAMES } from '#shared/platform/settings/secret-names.ts';
import { TTL_ATTRIBUTE, tableDefinition } from '#shared/platform/store/table.ts';
import type { BackgroundEntry, EndpointEntry } from '../catalogue.ts';
import { DOCUMENTS_CORS, uploadsCors } from '../stage/cors.ts';
import { DEAD_LETTER_DAYS, MESSAGE_DAYS, queuesOf } from '../stage/queues.ts';
import { mailIdentity } from '../stage/stages.ts';
import { type StateMachineFile, taskSubstitutions } from '../stage/state-machines.ts';
import type { AsynchronousRuns } from './events/asynchronous.ts';
import type { LocalClock } from './clock.ts';
import { startExchangeRates } from './engines/exchange-rates.ts';
import { ensureTable, startDynamoDb, type DynamoDbEngine } from './engines/dynamodb/index.ts';
import type { Engine } from './engines/http.ts';
import { startKms } from './engines/kms/index.ts';
import { localKeyPolicy, localKeys } from './policy/key-policy.ts';
import { LOCAL_STAGE } from './policy/stage.ts';
import { startLambda } from './engines/lambda.ts';
import { createLateReads, indexesOf, type LateReads } from './engines/dynamodb/late-reads.ts';
import { startS3 } from './engines/s3/index.ts';
import type { SendingLimits } from './engines/ses/limits.ts';
import { type SesEngine, type SesEvent, startSes } from './engines/ses/index.ts';
import { type QueueDefinition, type SqsEngine, startSqs } from './engines/sqs/index.ts';
import { type SsmEngine, startSsm } from './engines/ssm.ts';
import { startStepFunctions, type StepFunctions } from './engines/stepfunctions/index.ts';
import {
  ANCHORS_BUCKET,
  BUCKET,
  CONFIGURATION_SET,
  DOCUMENT_SET,
  type Endpoints,
  LOCAL_SECRET,
  TABLE,
  TRUST_BUCKET,
  UPLOADS_BUCKET,
} from './environment.ts';
import { startStrictTable, type StrictTable } from './engines/dynamodb/strict-table.ts';
import { openTableTransport } from './engines/dynamodb/table-transport.ts';
import { startTaxauth, type Taxauth } from './taxauth/index.ts';
import { validateByRules } from './external/taxauth-rules.ts';
import { publishTrust } from './external/trust.ts';

/** Days for which anchors are locked. */
const ANCHOR_DAYS = 7 * 366;

export interface EnginesOptions {
  dataDir: string;
  /** See `LocalSettings`. */
  strict: boolean;
  /** Whether the code that runs now reads the table late (engines/dynamodb/late-reads.ts), if engines are strict; undefined: none ever does. */
  isLate?: (() => boolean) | undefined;
  /** Sending limits of SES; undefined: none. */
  mailLimits: SendingLimits | undefined;
  clock: LocalClock;
  background: readonly BackgroundEntry[];
  /** The queues; by default those of a stage with these functions. */
  queues?: readonly QueueDefinition[] | undefined;
  /** All functions: strict engines check calls against their IAM roles. */
  functions: readonly (EndpointEntry | BackgroundEntry)[];
  /** Takes each action on a key that a function has used. */
  onAction: (functionName: string, action: string) => void;
  machines: readonly StateMachineFile[];
  /** Origins of the web application, whose pages may post to the bucket of documents. */
  origins: readonly string[];
  /** Runs functions for callers that do not wait. */
  runs: AsynchronousRuns;
  invoke(name: string, payload: unknown): Promise<unknown>;
  has(name: string): boolean;
  onError: (message: string, error: unknown) => void;
  onFatal: (error: Error) => void;
}

export interface Engines {
  dynamodb: DynamoDbEngine;
  /** A proxy in front of `dynamodb`, if the engines are strict. */
  strictTable: (Engine & StrictTable) | undefined;
  /** The late reads of `strictTable`. */
  lateReads: LateReads | undefined;
  s3: Engine;
  sqs: SqsEngine;
  ses: SesEngine;
  kms: Engine;
  ssm: SsmEngine;
  lambda: Engine;
  stepfunctions: StepFunctions;
  taxauth: Taxauth;
  exchangeRates: Engine;
  endpoints(api: string): Endpoints;
  stop(): Promise<void>;
}

/** Starts the engines for AWS, the tax authority and the national bank concurrently. @throws Error when one does not start */
export async function startEngines(options: EnginesOptions): Promise<Engines> {
  const { dataDir, clock, background, machines, invoke, has, onError, onFatal } = options;
  const started: { stop(): Promise<void> }[] = [];
  const keep = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const engine = await starting;
    started.push(engine);
    return engine;
  };
  const stopAll = async (): Promise<void> => {
    await Promise.all(started.splice(0).map(engine => engine.stop()));
  };

  const table = async (): Promise<Pick<Engines, 'dynamodb' | 'strictTable' | 'lateReads'>> => {
    const onExit = (code: number | null): void => onFatal(new Error(`The DynamoDB engine ended by itself (code ${code}).`));
    const definition = tableDefinition(TABLE);
    const keyAttributes = (definition.KeySchema ?? []).flatMap(({ AttributeName }) => AttributeName ?? []);
    const dynamodb = await keep(startDynamoDb({ dataDir, onExit }));
    await ensureTable(dynamodb.endpoint, definition, TTL_ATTRIBUTE);
    if (!options.strict) return { dynamodb, strictTable: undefined, lateReads: undefined };
    const { isLate } = options;
    const direct = isLate && openTableTransport(dynamodb.endpoint);
    if (direct) started.push({ stop: () => Promise.resolve(direct.close()) });
    const ask = (target: string, body: string) =>
      direct?.send({ headers: { 'x-amz-target': target }, body }) ?? Promise.reject(new Error('No reads are late.'));
    const lateReads = isLate && createLateReads({ keyAttributes, indexes: indexesOf(definition), now: clock.now, isLate, ask });
    return {
      dynamodb,
      strictTable: await keep(startStrictTable(dynamodb.endpoint, { keyAttributes, late: lateReads })),
      lateReads,
    };
  };
  const sqsStarting = keep(startSqs({ dataDir, queues: [...(options.queues ?? queues(background))] }));
  // Marks the rejection as handled: `starting` reports it.
  sqsStarting.catch(() => {});
  /** The topic of the configuration sets, and the subscription of its queue. */
  const publish = async (event: SesEvent): Promise<void> => {
    if (isPublished(event)) (await sqsStarting).deliver('email-events', JSON.stringify(event));
  };
  const starting = [
    table(),
    keep(
      startS3({
        dataDir,
        buckets: [BUCKET, UPLOADS_BUCKET, TRUST_BUCKET, ANCHORS_BUCKET],
        locks: { [ANCHORS_BUCKET]: { mode: 'COMPLIANCE', days: ANCHOR_DAYS }, [BUCKET]: null },
        cors: { [BUCKET]: DOCUMENTS_CORS, [UPLOADS_BUCKET]: uploadsCors(options.origins) },
      }),
    ),
    sqsStarting,
    keep(
      startSes({
        dataDir,
        configurationSets: [CONFIGURATION_SET, DOCUMENT_SET],
        identities: [mailIdentity(LOCAL_STAGE)],
        onEvent: publish,
        // A stage has one event destination per configuration set.
        eventDestinations: options.strict ? 2 : 0,
        limits: options.mailLimits,
        onNotice: async text => (await sqsStarting).deliver('email-events', text),
      }),
    ),
    keep(
      startKms({
        dataDir,
        ...localKeys(dataDir),
        ...(options.strict && { policy: localKeyPolicy(options.functions, dataDir, options.onAction) }),
      }),
    ),
    // The simulator of the tax authority expects the same value.
    keep(startSsm(Object.fromEntries(SECRET_NAMES.map(name => [parameterOf('local', name), LOCAL_SECRET])))),
    keep(startLambda({ invoke, has, startEvent: options.runs.start })),
    keep(startTaxauth({ dataDir: join(dataDir, 'taxauth'), validate: validateByRules })),
    keep(startExchangeRates(clock)),
    keep(
      startStepFunctions({
        dataDir: join(dataDir, 'stepfunctions'),
        clock,
        machines,
        substitutions: taskSubstitutions(background, entry => entry.name),
        invoke,
        onError: error => onError('The state machine engine failed', error),
      }),
    ),
  ] as const;
  try {
    const [{ dynamodb, strictTable, lateReads }, s3, sqs, ses, kms, ssm, lambda, taxauth, exchangeRates, stepfunctions] =
      await Promise.all(starting);
    await publishTrust(s3.endpoint, taxauth.trust);
    return {
      ...{ dynamodb, strictTable, lateReads, s3, sqs, ses, kms, ssm, lambda, taxauth, exchangeRates, stepfunctions },
      endpoints: api => ({
        dynamodb: (strictTable ?? dynamodb).endpoint,
        s3: s3.endpoint,
        sqs,
        ses: ses.endpoint,
        kms: kms.endpoint,
        ssm: ssm.endpoint,
        lambda: lambda.endpoint,
        stepfunctions: stepfunctions.endpoint,
        taxauth: taxauth.baseUrl,
        taxauthTransport: taxauth.transportUrl,
        taxauthOauth: taxauth.oauthUrl,
        taxauthSeal: taxauth.trust.seal,
        exchangeRates: exchangeRates.endpoint,
        api,
      }),
      stop: stopAll,
    };
  } catch (error) {
    await Promise.allSettled(starting);
    await stopAll();
    throw error;
  }
}

/** All queues, and their dead-letter queue. */
const queues = (background: readonly BackgroundEntry[]): QueueDefinition[] => [
  ...queuesOf(background).map(settings => ({ ...settings, dlq: DEAD_LETTERS, retentionSeconds: MESSAGE_DAYS * 86_400 })),
  {
    name: DEAD_LETTERS,
    visibilityTimeoutSeconds: 30,
    maxReceiveCount: 1,
    dlq: null,
    retentionSeconds: DEAD_LETTER_DAYS * 86_400,
  },
];

/**
 * Whether a configuration set of stacks/messaging.ts publishes an event: for mails about accounts only `Send`. Opens and clicks of
 * `/_local/ses-events` are published too, although stages no longer do: mails that were sent before still report them.
 */
function isPublished({ eventType, mail }: SesEvent): boolean {
  const set = mail.tags['ses:configuration-set']?.[0];
  return set === DOCUMENT_SET || (set === CONFIGURATION_SET && eventType === 'Send');
}
