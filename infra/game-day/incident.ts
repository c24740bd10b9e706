import type { TableTransport } from '../local/engines/dynamodb/table-transport.ts';
import type { System } from './system.ts';
import type { Watch } from './watch.ts';

/** What goes wrong, and what an operator then does by the runbook (docs/operations). */
export interface Incident {
  id: string;
  /** A row of docs/operations/game-day.md. */
  title: string;
  /** The alarms that must ring; empty where nobody needs to do anything. */
  rings: readonly string[];
  /** @returns one sentence for each thing that was not as it should be */
  happens(system: System): Promise<string[] | void>;
  /** A table that goes wrong. */
  aroundTable?: (table: TableTransport, watch: Watch) => TableTransport;
}
