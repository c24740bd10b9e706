import { type Metadata, metadataTerms } from './metadata.ts';

/** What rows of lists have in addition, so that documents are found by it; absent where a document has none, so that its row costs nothing. */
export interface FoundBy {
  orderNumber?: string | null;
  contractNumber?: string | null;
  /** Its metadata as words (`metadataTerms`), separated by spaces: metadata itself may be 10 kB. */
  metadataTerms?: string | null;
}

interface Found {
  orderNumber?: string | null;
  contractNumber?: string | null;
  metadata?: Metadata;
}

/** These fields of the row of a document. */
export const foundBy = ({ orderNumber, contractNumber, metadata }: Found): FoundBy => ({
  ...(orderNumber && { orderNumber }),
  ...(contractNumber && { contractNumber }),
  ...(metadata && { metadataTerms: metadataTerms(metadata).join(' ') }),
});
