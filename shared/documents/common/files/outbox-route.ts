import type { DocumentEvent } from '#shared/model/timeline.ts';
import { onCreation, type OutboxRoute } from '#shared/platform/store/outbox.ts';
import { ownerOf } from '#shared/platform/store/table.ts';

interface Entries {
  pk?: string;
  data?: Pick<DocumentEvent, 'type'>[];
  document?: { kind: string; id: string };
}

/**
 * Has the renderer make the files that an issue or a correction has named: the entry of the XML is in its transaction, and in no other. When
 * that is lost or fails, the first request for a file makes it.
 */
export const namedFilesRoute: OutboxRoute = {
  kind: 'event',
  dispatches: onCreation(item => {
    const { pk = '', data, document }: Entries = item;
    const { companyId } = ownerOf(pk);
    return companyId && document && data?.some(({ type }) => type === 'xml_generated')
      ? [{ render: { companyId, ...document, asNamed: true } }]
      : [];
  }),
};
