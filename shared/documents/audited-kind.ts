import type { DocumentHeader } from '../model/document.ts';
import type { Kind, SeriesType } from '../model/kinds.ts';
import type { DocumentEvent } from '../model/timeline.ts';
import type { CompanyId } from '../store/table.ts';
import type { DocumentItems } from './definition.ts';
import { assembled, readItems } from './store.ts';
import { misplaced, verifyChain } from './verify.ts';

/** A document as the audit of its series looks at it. */
export interface AuditedDocument {
  document: DocumentHeader;
  events: readonly DocumentEvent[];
  kind: Kind;
  /** What is wrong with the document and what belongs to it, each in a sentence. */
  problems: string[];
}

/** How the audit of series reads the documents of a kind. */
export interface AuditedKind {
  /** The types of series that number it. */
  seriesTypes: readonly SeriesType[];
  /** Undefined when there is none of that id. */
  read(company: CompanyId, id: string): Promise<AuditedDocument | undefined>;
}

/** The kinds that have nothing beside their lines and timeline. @param outside as of `contentHash` */
export const auditedKind = <H extends DocumentHeader>(type: DocumentItems<H>, outside: readonly string[]): AuditedKind => ({
  seriesTypes: [type.kind.seriesType],
  read: async (company, id) => {
    const items = await readItems(type.kind, company, id);
    const stored = assembled(type, items);
    if (!stored) return undefined;
    const { document, events } = stored;
    const problems = [...misplaced(type.kind, {}, items, id), ...verifyChain(document, events, outside)];
    return { document, events, kind: type.kind, problems };
  },
});
