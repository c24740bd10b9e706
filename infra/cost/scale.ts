import { NOTHING, type Usage } from './usage.ts';
import { times } from './sheet.ts';
import quotas from './quotas.json' with { type: 'json' };

/** Limits of the account and of the service: quotas.json, which an operator edits. */
export type Quotas = Omit<typeof quotas, 'about'>;

export const QUOTAS: Quotas = quotas;

/** How a month's invoices fall on its hours: a twelfth on the busiest day, of that a sixth in the busiest hour. */
const BUSIEST_DAY = 1 / 12;
const BUSIEST_HOUR = 1 / 6;

/** A limit, how much of it the busiest hour takes, and what to do before it is reached. */
export interface Load {
  limit: string;
  /** In the limit's unit. */
  used: number;
  allowed: number;
  /** What to do: whom to ask, or what to change. */
  remedy: string;
}

/** Invoices of a month, and what their busiest hour asks of every limit, the nearest first. */
export interface Step {
  invoices: number;
  /** In the busiest hour. */
  perSecond: number;
  loads: Load[];
}

/**
 * What so many invoices a month ask of the limits in their busiest hour: a model, which assumes that work is spread evenly within that hour.
 *
 * @param each what one invoice takes from draft to verdict
 */
export function scaleStep(invoices: number, each: Usage, quotas: Quotas): Step {
  const perDay = invoices * BUSIEST_DAY;
  const perSecond = (perDay * BUSIEST_HOUR) / 3600;
  const second = times({ ...NOTHING, ...each }, perSecond);
  const load = (limit: string, used: number, allowed: number, remedy: string): Load => ({ limit, used, allowed, remedy });
  const loads = [
    load(
      'calls of the authority a minute, all companies together',
      second.authorityCalls * 60,
      quotas.authorityCallsPerMinute,
      'nothing fails: submissions wait for their turn and verdicts come later; ask the authority for more',
    ),
    load(
      'SES: mails a second',
      second.mails,
      quotas.sesMailsPerSecond,
      'nothing fails: mails wait; ask for a higher sending rate in the SES console',
    ),
    load('SES: mails a day', perDay * each.mails, quotas.sesMailsPerDay, 'ask for a higher sending quota in the SES console'),
    load(
      'Lambda: functions at once',
      second.seconds,
      quotas.lambdaConcurrency,
      'ask for more concurrent executions in Service Quotas, well before a launch',
    ),
    load(
      'API Gateway: requests a second of the stage',
      second.requests,
      quotas.apiRequestsPerSecond,
      'raise throttlingRateLimit in infra/stacks/api.ts; the account allows 10,000',
    ),
    load(
      'Step Functions: executions started a second',
      second.executions,
      quotas.stepFunctionsStartsPerSecond,
      'nothing fails: the stream tries again; ask for a higher rate in Service Quotas',
    ),
    load(
      'Step Functions: state transitions a second',
      second.transitions,
      quotas.stepFunctionsTransitionsPerSecond,
      'ask for a higher rate in Service Quotas',
    ),
    load(
      'DynamoDB: write units a second of a table that was never this busy',
      second.writeUnits,
      quotas.newTableWriteUnitsPerSecond,
      'set the warm throughput of the table and its indexes (docs/operations/deploying.md, Before a launch)',
    ),
    load(
      'DynamoDB: write units a second of a table',
      second.writeUnits,
      quotas.tableWriteUnitsPerSecond,
      'ask for a higher table quota in Service Quotas',
    ),
    load(
      'DynamoDB: read units a second of a table',
      second.readUnits,
      quotas.tableReadUnitsPerSecond,
      'ask for a higher table quota in Service Quotas',
    ),
    load('KMS: requests a second', second.kmsRequests, quotas.kmsRequestsPerSecond, 'ask for a higher rate in Service Quotas'),
    load(
      'issues a second, were they all of one company',
      perSecond,
      quotas.companyIssuesPerSecond,
      'nothing for many companies; one company alone is slower than this, and its callers are asked to try again',
    ),
  ];
  return { invoices, perSecond, loads: loads.toSorted((a, b) => b.used / b.allowed - a.used / a.allowed) };
}

/** The limits that a step passes, the nearest first. */
export const reached = ({ loads }: Step): Load[] => loads.filter(({ used, allowed }) => used > allowed);
