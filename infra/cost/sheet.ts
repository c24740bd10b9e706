import type { Prices } from './prices.ts';
import type { Usage } from './usage.ts';

/** A line of the price sheet: what a service charges for, how much of it, and what that costs in US dollars. */
export interface PriceLine {
  service: string;
  amount: string;
  dollars: number;
}

const GB = 1024 ** 3;

const figure = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value >= 100 ? 0 : value >= 1 ? 1 : 3 });

/** What work costs, by service; what it stores is not in it (`storageSheet`). Pure. */
export function priceSheet(usage: Usage, prices: Prices): PriceLine[] {
  const line = (service: string, amount: string, dollars: number): PriceLine => ({ service, amount, dollars });
  return [
    line(
      'DynamoDB',
      `${figure(usage.writeUnits)} write units, ${figure(usage.readUnits)} read units`,
      (usage.writeUnits * prices.dynamodbWriteUnitsPerMillion + usage.readUnits * prices.dynamodbReadUnitsPerMillion) / 1e6,
    ),
    line(
      'Lambda',
      `${figure(usage.invocations)} runs, ${figure(usage.gbSecondsArm)} GB-s arm64, ${figure(usage.gbSecondsX86)} GB-s x86_64`,
      (usage.invocations * prices.lambdaRequestsPerMillion) / 1e6 +
        usage.gbSecondsArm * prices.lambdaGbSecondArm +
        usage.gbSecondsX86 * prices.lambdaGbSecondX86,
    ),
    line(
      'Step Functions',
      `${figure(usage.transitions)} state transitions`,
      (usage.transitions * prices.stepFunctionsTransitionsPerThousand) / 1e3,
    ),
    line('SES', `${figure(usage.mails)} mails`, (usage.mails * prices.sesMailsPerThousand) / 1e3),
    line('CloudWatch Logs', `${figure(usage.logBytes / 1024)} kB`, (usage.logBytes / GB) * prices.logsPerGb),
    line(
      'S3',
      `${figure(usage.s3Puts)} writes, ${figure(usage.s3Gets)} reads`,
      (usage.s3Puts * prices.s3PutsPerThousand + usage.s3Gets * prices.s3GetsPerThousand) / 1e3,
    ),
    line('KMS', `${figure(usage.kmsRequests)} requests`, (usage.kmsRequests * prices.kmsRequestsPerTenThousand) / 1e4),
    line('API Gateway', `${figure(usage.requests)} requests`, (usage.requests * prices.httpApiRequestsPerMillion) / 1e6),
    line('SQS', `${figure(usage.sqsRequests)} requests`, (usage.sqsRequests * prices.sqsRequestsPerMillion) / 1e6),
  ];
}

/** What it costs each month to keep what work has stored, with the table's continuous backup. Pure. */
export const storageSheet = (usage: Usage, prices: Prices): PriceLine[] => [
  {
    service: 'DynamoDB storage',
    amount: `${figure(usage.tableBytes / 1024)} kB`,
    dollars: (usage.tableBytes / GB) * (prices.dynamodbStoragePerGbMonth + prices.dynamodbBackupPerGbMonth),
  },
  {
    service: 'S3 storage',
    amount: `${figure(usage.fileBytes / 1024)} kB`,
    dollars: (usage.fileBytes / GB) * prices.s3StoragePerGbMonth,
  },
];

/** What traces of all runs add, if the stage has the switch `tracing`; Lambda samples, so it may be less. Pure. */
export const tracesSheet = (runs: number, prices: Prices): PriceLine[] => [
  { service: 'X-Ray', amount: `${figure(runs)} traces at most`, dollars: (runs * prices.xrayTracesPerMillion) / 1e6 },
];

/** The same work so many times over. Pure. */
export const times = (usage: Usage, factor: number): Usage =>
  // All members of the type are numbers, and all of them are mapped.
  Object.fromEntries(Object.entries(usage).map(([name, amount]) => [name, (amount as number) * factor])) as unknown as Usage;

export const total = (lines: readonly PriceLine[]): number => lines.reduce((sum, { dollars }) => sum + dollars, 0);
