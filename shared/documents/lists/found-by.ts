import type { FoundBy } from '#shared/model/callers-data/found-by.ts';
import { type Metadata, metadataTerms } from '#shared/model/callers-data/metadata.ts';
import type { Condition } from './definition.ts';

interface FoundByQuery {
  orderNumber?: string | undefined;
  metadata?: Metadata | undefined;
}

/** The conditions of a query by order number and metadata (MET-8). */
export const foundByConditions = <Row extends FoundBy>({ orderNumber, metadata }: FoundByQuery): Condition<Row>[] => [
  ...(orderNumber === undefined ? [] : [{ field: 'orderNumber' as const, equals: orderNumber }]),
  ...metadataTerms(metadata ?? {}).map(term => ({
    field: 'metadataTerms' as const,
    // Terms are equally long, and a space is in none of them.
    holds: (terms: unknown) => typeof terms === 'string' && terms.includes(term),
  })),
];
