import { PLANNED_SUBMISSIONS } from '#shared/documents/invoices/submission/planned.ts';
import { duePartitions } from '#shared/platform/store/due-work.ts';
import { targetOf, contentOf } from '../engines/dynamodb/wire-answer.ts';
import type { TableTransport } from '../engines/dynamodb/table-transport.ts';
import { TABLE } from '../environment.ts';

/**
 * The earliest instant in a range (milliseconds; `after` exclusive) at which a planned submission is due; undefined without one. Other work in the
 * index of due work begins nothing that takes its time: however far the clock is set, one run of a schedule does it.
 */
export type PlannedWork = (after: number, until: number) => Promise<number | undefined>;

const instantOf = (millis: number): string => new Date(millis).toISOString();

/** Reads planned submissions in the table itself: a call of the SDK would use up injected faults. */
export function plannedWork(table: TableTransport): PlannedWork {
  const firstOf = async (partition: string, after: number, until: number): Promise<string | undefined> => {
    const query = {
      TableName: TABLE,
      IndexName: 'due',
      KeyConditionExpression: 'duePk = :partition AND dueAt BETWEEN :after AND :until',
      ExpressionAttributeValues: {
        ':partition': { S: partition },
        ':after': { S: instantOf(after + 1) },
        ':until': { S: instantOf(until) },
      },
      Limit: 1,
    };
    const answer = await table.send({ headers: { 'x-amz-target': targetOf('Query') }, body: JSON.stringify(query) });
    const { Items = [] } = await contentOf<{ Items?: { dueAt?: { S: string } }[] }>(answer);
    return Items[0]?.dueAt?.S;
  };
  return async (after, until) => {
    if (after >= until) return undefined;
    const found = await Promise.all(duePartitions(PLANNED_SUBMISSIONS).map(partition => firstOf(partition, after, until)));
    const instants = found.filter(at => at !== undefined).map(at => Date.parse(at));
    return instants.length > 0 ? Math.min(...instants) : undefined;
  };
}
