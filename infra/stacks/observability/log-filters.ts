import type { ProgressEvent } from '#shared/app/outbox/progress.ts';
import * as names from '../../stage/names.ts';
import type { StageSettings } from '../../stage/stages.ts';

/** What is only logged and must be counted, or measured, for the alarms of alarms.ts and late-work.ts. Pure. */

export interface Metric {
  namespace: string;
  metricName: string;
}

/** Gives a metric a value for each log line that matches a pattern (CloudWatch Logs, "Filter pattern syntax"). */
export interface LogFilter {
  metric: Metric;
  pattern: string;
  /** `1` counts lines; `$.field` takes a number from the line. */
  value: string;
}

/**
 * Lines that no stage should write, each of which tells a person to look, and the areas that write them; some are written wherever lists are
 * read, and are counted in all areas. One metric counts all of a group, since
 * each metric that an alarm reads is charged; one query tells them apart (docs/operations/failed-work.md, Incidents). Two groups: mails may
 * fail all day, and an alarm that rings does not ring again, but for what an intruder may have done it must.
 */
const INCIDENTS: Record<
  names.IncidentGroup,
  { areas: readonly string[]; lines: readonly string[]; everywhere?: readonly string[] }
> = {
  incidents: {
    areas: ['schedules', 'workers'],
    lines: [
      // Parked tasks and items, and changes that were given up (shared/app/outbox).
      ...['$.message = "Task parked*"', '$.message = "Item parked*"', '$.message = "Change given up*"'],
      // Mails that failed permanently, and attempts while the account may send none or has had no room for an hour (shared/output/mail).
      ...['$.message = "Mail failed"', '$.message = "Mail service suspended"', '$.message = "Mail waits"'],
      // Companies that have not been synchronized for a long time, each once a day (shared/documents/reminders/authority).
      '$.message = "Synchronization is stale"',
      // Planned submissions that another try might have sent; others are warnings (shared/documents/invoices/submission).
      '($.message = "Planned submission given up" && $.level = "ERROR")',
    ],
    // Items that cannot be read, at each list that leaves them out: among what an intruder does they would hide it (shared/platform/store).
    everywhere: ['$.message = "Item damaged"'],
  },
  'security-incidents': {
    areas: ['auth', 'document-series', 'workers'],
    lines: [
      '$.event = "session.refresh_token_reused"',
      // Chains that were rewritten: found by the worker that takes anchors, and by audits (shared/documents/anchors, shared/documents/audit).
      '$.message = "Anchor contradicted"',
      // What audits find in the table, at request and each night (shared/documents/audit).
      '$.message = "Audit problem"',
    ],
  },
};

const STEPS: Record<ProgressEvent, names.InvoiceStep> = {
  'invoice.issued': 'issued',
  'invoice.submitted': 'submitted',
  'invoice.validated': 'validated',
  'invoice.rejected': 'rejected',
};

/**
 * API Gateway answers 500 or 502 for a function that throws, is ended (a timeout, too little memory) or cannot start. 503 is left out:
 * functions answer it themselves while the tax authority or a register is unavailable.
 */
const ISSUE = 'POST /api/v1/invoices/{uuid}/issue';
const ANSWERS: Record<names.CountedAnswers, string> = {
  refused: '$.status = "401" || $.status = "429"',
  failed: '$.status = "5*" && $.status != "503"',
  // For the objective of issuing (slos.ts).
  issues: `$.route = "${ISSUE}"`,
  'issues-failed': `$.route = "${ISSUE}" && $.status = "5*"`,
};

/** The filters of the access log of the API (stacks/api.ts), whose fields are texts. */
export const accessLogFilters = (stage: Pick<StageSettings, 'name'>): LogFilter[] =>
  (Object.keys(ANSWERS) as names.CountedAnswers[]).map(counted => ({
    metric: names.answersMetric(stage, counted),
    pattern: `{ ${ANSWERS[counted]} }`,
    value: '1',
  }));

/** The areas whose functions call the tax authority (test/infra/functions.test.ts). */
export const CALLING_AREAS: readonly string[] = ['invoices', 'taxauth', 'tasks', 'workers'];

/**
 * The filters of a log group of functions.
 *
 * @param area the area of `functions/` whose functions write to it
 */
export function filtersOf(stage: Pick<StageSettings, 'name'>, area: string): LogFilter[] {
  const filters: LogFilter[] = [];
  const count = (metric: Metric, pattern: string) => filters.push({ metric, pattern, value: '1' });
  const measure = (metric: Metric, pattern: string, value: string) => filters.push({ metric, pattern, value });
  for (const [group, { areas, lines, everywhere = [] }] of Object.entries(INCIDENTS)) {
    const counted = areas.includes(area) ? [...lines, ...everywhere] : everywhere;
    if (counted.length > 0) count(names.incidentsMetric(stage, group as names.IncidentGroup), `{ ${counted.join(' || ')} }`);
  }
  // Numbers that were issued, submissions and verdicts: the sign that invoicing works (shared/app/outbox/progress.ts).
  if (area === 'workers')
    for (const [event, step] of Object.entries(STEPS))
      count(names.invoicesMetric(stage, step), `{ $.message = "invoice progress" && $.event = "${event}" }`);
  if (area === 'workers') count(names.failedMailsMetric(stage), '{ $.message = "Mail failed" }');
  // Calls of the tax authority by their outcome (shared/authority/taxauth/client/outcomes.ts).
  if (CALLING_AREAS.includes(area)) {
    count(names.authorityCallsMetric(stage, 'made'), '{ $.message = "authority call" }');
    count(names.authorityCallsMetric(stage, 'failed'), '{ $.message = "authority call" && $.outcome = "failed" }');
  }
  // Answers with 5xx that are no failure are warnings: what a sandbox company asked the simulator for, a repetition of a request that crashed
  // (shared/platform/lambda/endpoint/steps/answer-errors.ts).
  count(names.expectedFailuresMetric(stage), '{ $.message = "request failed" && $.level = "WARN" }');
  // Runs that ended in an error, were ended, or could not begin: Lambda writes one such line for each run, in the log group of all schedules.
  if (area === 'schedules')
    count(names.scheduleFailuresMetric(stage), '{ $.type = "platform.report" && $.record.status != "success" }');
  if (area === 'schedules') measure(names.lateWorkMetric(stage), '{ $.message = "backlog" }', '$.lateSeconds');
  if (area === 'tasks') measure(names.submissionAgeMetric(stage), '{ $.message = "submission under way" }', '$.waitedSeconds');
  if (area === 'auth')
    count(names.refusedLoginsMetric(stage), '{ $.message = "security" && $.event = "login*" && $.outcome = "refused" }');
  return filters;
}
