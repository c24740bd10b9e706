import type { Entry } from '../../catalogue.ts';
import { permissionsOf, statementsOf } from '../../grants/grants.ts';
import * as names from '../../stage/names.ts';
import { mailIdentity, type StageSettings } from '../../stage/stages.ts';
import type { Statement } from '../../grants/statement.ts';
import type { StageSetting } from '#shared/platform/settings/settings.ts';
import { parameterOf, SECRET_NAMES } from '#shared/platform/settings/secret-names.ts';
import { ANCHORS_BUCKET, BUCKET, CONFIGURATION_SET, DOCUMENT_SET, TRUST_BUCKET, UPLOADS_BUCKET } from '../environment.ts';
import type { Outgoing } from '../invocation.ts';
import { GRANTS } from '#shared/platform/lambda/grants.ts';
import { LOCAL_STAGE, localStage } from './stage.ts';
import { type IamRequest, isAllowed } from './evaluate.ts';
import { iamRequests, type LocalResources } from './requests.ts';

/**
 * Decides about the AWS calls of functions as IAM does on a stage: a call that the policy of a function does not allow is refused, also
 * on the local runtime. So whatever a test reaches is granted.
 */
export interface FunctionPolicies {
  /** @throws AccessDenied when the policy of the function does not allow the call; functions that are not of the catalogue may do anything */
  check(functionName: string, call: Outgoing): void;
  /**
   * The error in place of that of a failed call: without the right to list a bucket, S3 does not say that a file is missing but refuses to
   * read it ("GetObject", Permissions).
   */
  errorFor(functionName: string, call: Outgoing, error: unknown): unknown;
}

/** The error of AWS for a call that no statement allows. */
export class AccessDenied extends Error {
  readonly $fault = 'client';
  readonly $metadata = { httpStatusCode: 403 };

  /** @param missing what the definition of the function would have to say */
  constructor(functionName: string, { action, resource }: IamRequest, missing: string) {
    super(`User: ${functionName} is not authorized to perform: ${action} on resource: ${resource}${missing && ` (${missing})`}`);
    this.name = 'AccessDeniedException';
  }
}

/** @param onUsed takes each action that a function has used; those on keys are used in engines/kms/policy.ts */
export function functionPolicies(
  functions: readonly Entry[],
  onUsed: (functionName: string, action: string) => void = () => {},
): FunctionPolicies {
  const entries = new Map(functions.map(entry => [entry.name, entry]));
  const known = new Map<string, readonly Statement[]>();
  const roleOf = (name: string, entry: Entry): readonly Statement[] => {
    // The one setting that decides about statements; tests change it.
    const artifacts = process.env['EINVOICE_ARTIFACTS' satisfies StageSetting] ?? '';
    const key = `${name} ${artifacts}`;
    const made = known.get(key) ?? permissionsOf(entry, localStage(artifacts)).statements;
    known.set(key, made);
    return made;
  };
  const resources = localResources(LOCAL_STAGE);
  return {
    check(functionName, call) {
      const entry = entries.get(functionName);
      if (!entry) return;
      const statements = roleOf(functionName, entry);
      for (const request of iamRequests(call, resources)) {
        if (!isAllowed(statements, request)) throw new AccessDenied(functionName, request, missingFor(request));
        // A call of the steps around an endpoint does not show that the endpoint itself needs what allows it.
        if (request.ofChain !== true || !hasChain(request, entry)) onUsed(functionName, request.action);
      }
    },
    errorFor(functionName, call, error) {
      const entry = entries.get(functionName);
      if (!entry || call.service !== 's3' || !MISSING.has((error as Error).name)) return error;
      const listing = { action: 's3:ListBucket', resource: resources.bucket(String(call.input['Bucket'])), context: {} };
      return isAllowed(roleOf(functionName, entry), listing)
        ? error
        : new AccessDenied(functionName, listing, missingFor(listing));
    },
  };
}

/** The errors of S3 for a file that does not exist. */
const MISSING = new Set(['NoSuchKey', 'NotFound']);

/** Whether the steps around this function make such a request: around public endpoints they only count. */
const hasChain = ({ action }: IamRequest, { handler: { definition } }: Entry): boolean =>
  definition.kind === 'endpoint' && (definition.auth !== 'public' || action === 'dynamodb:UpdateItem');

/** What a definition has to say for a request to be allowed; empty where nothing allows it. */
function missingFor(request: IamRequest): string {
  if (request.action.startsWith('dynamodb:')) return 'look at `table` of its definition';
  const words = GRANTS.filter(word => isAllowed(statementsOf(word, LOCAL_STAGE), request));
  return words.length > 0 ? `missing in its \`uses\`: ${words.join(' or ')}` : '';
}

/** The ARNs that the policies of a stage name, for the resources of the local runtime. */
function localResources(stage: StageSettings): LocalResources {
  const last = (text: string): string => text.split(/[/:]/).at(-1) ?? '';
  const buckets: Record<string, string> = {
    [BUCKET]: names.documentsBucket(stage),
    [UPLOADS_BUCKET]: names.uploadsBucket(stage),
    [TRUST_BUCKET]: names.trustBucket(stage),
    [ANCHORS_BUCKET]: names.anchorsBucket(stage),
  };
  const sets: Record<string, string> = {
    [CONFIGURATION_SET]: names.configurationSet(stage),
    [DOCUMENT_SET]: names.documentConfigurationSet(stage),
  };
  const parameters = Object.fromEntries(SECRET_NAMES.map(name => [parameterOf('local', name), parameterOf(stage.name, name)]));
  return {
    table: (_, index) => (index === undefined ? names.tableArn(stage) : `${names.tableArn(stage)}/index/${index}`),
    // Others are buckets of the operator, such as that of the official rules.
    bucket: name => names.bucketArn(buckets[name] ?? name),
    queue: url => names.queueArn(stage, last(url)),
    function: name => names.liveFunctionArn(stage, name),
    machine: arn => names.machineArn(stage, last(arn)),
    parameter: name => names.parameterArn(parameters[name] ?? name),
    mail: set => [names.mailIdentityArn(mailIdentity(stage)), names.configurationSetArn(sets[set] ?? set)],
  };
}
