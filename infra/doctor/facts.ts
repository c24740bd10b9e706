import { resolveNs } from 'node:dns/promises';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { TRUST_FILES } from '#shared/platform/aws/trust-bucket.ts';
import { parameterOf, SECRET_NAMES, type SecretName } from '#shared/platform/settings/secret-names.ts';
import * as names from '../stage/names.ts';
import { mailIdentity, type StageSettings } from '../stage/stages.ts';

/** A value that was read, or the error message of the failed read. */
export type Read<T> = { value: T } | { failed: string };

/** The state of an AWS account, as far as a stage depends on it. */
export interface Facts {
  /** The account that the credentials belong to. */
  account: Read<string>;
  /** The version of CDK's bootstrap stack; null when the account is not bootstrapped. */
  bootstrap: Read<number | null>;
  mail: Read<{ production: boolean; daily: number; perSecond: number }>;
  /** Whether the identity that mails are sent under is verified; null when there is none. */
  identity: Read<boolean | null>;
  /** The account's limit of concurrent executions, and the part of it that no function has reserved. */
  concurrency: Read<{ limit: number; unreserved: number }>;
  /** The hosted zone; null when there is none with that id, undefined when the stage names none. */
  zone: Read<Zone | null | undefined>;
  /** The name servers that the public DNS has for the domain of the hosted zone; undefined when the stage names none. */
  delegatedTo: Read<string[] | undefined>;
  /** Secrets whose parameter exists. */
  secrets: Read<SecretName[]>;
  /** Whether the trust bucket contains the certificates that signatures of the tax authority are verified with. */
  anchors: Read<boolean>;
  /** What the edge needs in us-east-1; undefined when the stage has none. */
  edge: Read<EdgeFacts | undefined>;
  /** Whether the canary is set up; undefined when the stage has none. */
  canary: Read<boolean | undefined>;
}

export interface Zone {
  name: string;
  /** Its delegation set: the name servers that answer for it; none for a private zone. */
  nameServers: string[];
}

/** Finds the name servers of a domain in the public DNS, as `resolveNs` of `node:dns/promises` does. */
export type FindNameServers = (domain: string) => Promise<string[]>;

export interface EdgeFacts {
  /** The version of CDK's bootstrap stack in us-east-1; null when the account is not bootstrapped there. */
  bootstrap: number | null;
  /** Whether the secret exists that the distribution is to send. */
  secret: boolean;
}

/** The parameter in which CDK's bootstrap stack stores its version. */
const BOOTSTRAP_VERSION = '/cdk-bootstrap/hnb659fds/version';

const MISSING = new Set(['NotFoundException', 'NoSuchHostedZone', 'NotFound', 'NoSuchBucket', 'NoSuchKey']);

/** What the DNS answers for a domain without name servers (node:dns, "Error codes"). */
const UNDELEGATED = new Set(['ENOTFOUND', 'ENODATA']);

const plainName = (domain: string): string => domain.toLowerCase().replace(/\.$/, '');

/** The result of `read`, `missing` when AWS answers "not found", or the message of any other error. */
async function reading<T>(read: () => Promise<T>, missing?: { value: T }): Promise<Read<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    const { name, message } = error as Error;
    return missing && MISSING.has(name) ? missing : { failed: `${name}: ${message}` };
  }
}

/** The name servers of a domain, in small letters; none for a domain that is not delegated. */
async function delegation(domain: string, find: FindNameServers): Promise<string[]> {
  try {
    return (await find(domain)).map(plainName);
  } catch (error) {
    if (UNDELEGATED.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/**
 * Reads the account of the process's credentials, and the public DNS, with concurrent calls that change nothing.
 *
 * @param find finds name servers; tests replace it
 */
export async function readFacts(stage: StageSettings, find: FindNameServers = resolveNs): Promise<Facts> {
  const { region } = stage;
  const ses = new SESv2Client({ region });
  // Without decryption: of secrets, only the existence of the parameter is needed.
  const parameters = async (wanted: string[], at = region): Promise<Map<string, string>> => {
    const { Parameters = [] } = await new SSMClient({ region: at }).send(new GetParametersCommand({ Names: wanted }));
    return new Map(Parameters.map(({ Name = '', Value = '' }) => [Name, Value]));
  };
  const bootstrapIn = async (at: string): Promise<number | null> => {
    const version = (await parameters([BOOTSTRAP_VERSION], at)).get(BOOTSTRAP_VERSION);
    return version === undefined ? null : Number(version);
  };
  const account = await reading(
    async () => (await new STSClient({ region }).send(new GetCallerIdentityCommand({}))).Account ?? '',
  );
  const [bootstrap, mail, identity, concurrency, zone, delegatedTo, secrets, anchors, edge, canary] = await Promise.all([
    reading(() => bootstrapIn(region)),
    reading(async () => {
      const { ProductionAccessEnabled, SendQuota } = await ses.send(new GetAccountCommand({}));
      const { Max24HourSend: daily = 0, MaxSendRate: perSecond = 0 } = SendQuota ?? {};
      return { production: ProductionAccessEnabled === true, daily, perSecond };
    }),
    reading<boolean | null>(
      async () =>
        (await ses.send(new GetEmailIdentityCommand({ EmailIdentity: mailIdentity(stage) }))).VerifiedForSendingStatus === true,
      { value: null },
    ),
    reading(async () => {
      const { AccountLimit } = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}));
      return {
        limit: AccountLimit?.ConcurrentExecutions ?? 0,
        unreserved: AccountLimit?.UnreservedConcurrentExecutions ?? 0,
      };
    }),
    reading<Zone | null | undefined>(
      async () => {
        if (!stage.hostedZone) return undefined;
        const route53 = new Route53Client({ region });
        const { HostedZone, DelegationSet } = await route53.send(new GetHostedZoneCommand({ Id: stage.hostedZone.id }));
        const nameServers = (DelegationSet?.NameServers ?? []).map(plainName);
        return HostedZone?.Name === undefined ? null : { name: plainName(HostedZone.Name), nameServers };
      },
      { value: null },
    ),
    reading(async () => (stage.hostedZone ? await delegation(stage.hostedZone.name, find) : undefined)),
    reading(async () => {
      const there = await parameters(SECRET_NAMES.map(name => parameterOf(stage.name, name)));
      return SECRET_NAMES.filter(name => there.has(parameterOf(stage.name, name)));
    }),
    'failed' in account
      ? { failed: 'the account is not known' }
      : reading(
          async () => {
            const Bucket = names.trustBucket(stage).replace('${AWS::AccountId}', account.value).replace('${AWS::Region}', region);
            await new S3Client({ region }).send(new HeadObjectCommand({ Bucket, Key: TRUST_FILES.taxauthAnchors }));
            return true;
          },
          { value: false },
        ),
    reading(async () => {
      const [proof] = stage.edge?.proofs ?? [];
      if (proof === undefined) return undefined;
      return { bootstrap: await bootstrapIn(names.EDGE_REGION), secret: await hasSecret(names.originSecret(stage, proof)) };
    }),
    reading(async () => {
      const parameter = names.canaryParameter(stage);
      return stage.canary && (await parameters([parameter])).has(parameter);
    }),
  ]);
  return { account, bootstrap, mail, identity, concurrency, zone, delegatedTo, secrets, anchors, edge, canary };
}

/** Whether the edge's region has a secret of that name which is not about to be deleted. Its value is not read. */
async function hasSecret(name: string): Promise<boolean> {
  const secrets = new SecretsManagerClient({ region: names.EDGE_REGION });
  try {
    return (await secrets.send(new DescribeSecretCommand({ SecretId: name }))).DeletedDate === undefined;
  } catch (error) {
    if ((error as Error).name === 'ResourceNotFoundException') return false;
    throw error;
  }
}
