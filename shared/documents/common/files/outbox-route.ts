import type { DocumentEvent } from '#shared/model/timeline.ts';
import type { EventRow } from '#shared/output/webhooks/event-index.ts';
import { onCreation, type OutboxRoute } from '#shared/platform/store/outbox.ts';
import { ownerOf } from '#shared/platform/store/table.ts';

interface Entries {
  pk?: string;
  data?: Pick<DocumentEvent, 'type'>[];
  row?: EventRow;
}

/**
 * Has the renderer make the files that an issue or a correction has named: the entry of the XML is in its transaction, and in no other. When
 * that is lost or fails, the first request for a file makes it.
 */
export const namedFilesRoute: OutboxRoute = {
  kind: 'event',
  dispatches: onCreation(item => {
    const { pk = '', data, row }: Entries = item;
    const { companyId } = ownerOf(pk);
    return companyId && row?.kind && row.id && data?.some(({ type }) => type === 'xml_generated')
      ? [{ render: { companyId, kind: row.kind, id: row.id, asNamed: true } }]
      : [];
  }),
};
