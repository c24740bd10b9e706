import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import type { CompanyId } from '#shared/base/kernel/ids.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import { environment } from '#shared/platform/aws/environment.ts';
import { companyScope } from './company-scope.ts';

export type { CompanyId };

/**
 * The single table. Every item of a company has the partition key `C#<company id>`, so the key determines the tenant. Users and
 * organizations have partitions of their own. docs/table.md lists the access patterns.
 */

/** Partition and sort key of an item. */
export interface Key {
  pk: string;
  sk: string;
}

/** The attributes that any item can have in addition to its own. */
export interface Item extends Key {
  /** The type of the item; the stream's consumer and the sweep select items by it. */
  kind: ItemKind;
  /** The fields that lists show; projected into the indexes. */
  row?: object;
  gsi1pk?: string;
  gsi1sk?: string;
  gsi2pk?: string;
  gsi2sk?: string;
  gsi3pk?: string;
  gsi3sk?: string;
  gsi4pk?: string;
  gsi4sk?: string;
  /** Partition of the sparse index of work that is due at `dueAt`. */
  duePk?: string;
  dueAt?: string;
  /** DynamoDB TTL, seconds since the epoch. Reads compare it too, since DynamoDB deletes expired items late. */
  expiresAt?: number;
}

export const companyPartition = (company: CompanyId): string => `C#${company}`;
export const userPartition = (userId: string): string => `U#${userId}`;
export const organizationPartition = (organizationId: string): string => `O#${organizationId}`;

/** The company or user that a partition belongs to; empty for lookups and organizations. */
export function ownerOf(pk: string): { companyId?: CompanyId; userId?: string } {
  if (pk.startsWith('C#')) return { companyId: companyScope(pk.slice(2)) };
  return pk.startsWith('U#') ? { userId: pk.slice(2) } : {};
}

export const companyKey = (company: CompanyId, sk: string): Key => ({ pk: companyPartition(company), sk });
export const userKey = (userId: string, sk: string): Key => ({ pk: userPartition(userId), sk });
export const organizationKey = (organizationId: string, sk: string): Key => ({ pk: organizationPartition(organizationId), sk });
/** The key of a lookup item that belongs to no tenant, by a value that the caller presents (an email, the hash of a token). */
export const lookupKey = (kind: string, value: string): Key => ({ pk: `${kind}#${value}`, sk: kind });

export type IndexName = 'gsi1' | 'gsi2' | 'gsi3' | 'gsi4' | 'due';

export const tableName = (): string => environment('tableName');

/** The key attributes of each index. */
export const INDEXES: Record<IndexName, { partition: string; sort: string }> = {
  gsi1: { partition: 'gsi1pk', sort: 'gsi1sk' },
  gsi2: { partition: 'gsi2pk', sort: 'gsi2sk' },
  gsi3: { partition: 'gsi3pk', sort: 'gsi3sk' },
  gsi4: { partition: 'gsi4pk', sort: 'gsi4sk' },
  due: { partition: 'duePk', sort: 'dueAt' },
};

/** Attributes that are projected into every index in addition to the keys. */
export const PROJECTED = ['kind', 'row'];

/** The table as input of `CreateTable`; the local runtime and the CDK data stack both use it. */
export function tableDefinition(name: string): CreateTableCommandInput {
  const keys = ['pk', 'sk', ...Object.values(INDEXES).flatMap(index => [index.partition, index.sort])];
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: keys.map(key => ({ AttributeName: key, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: Object.entries(INDEXES).map(([index, { partition, sort }]) => ({
      IndexName: index,
      KeySchema: [
        { AttributeName: partition, KeyType: 'HASH' },
        { AttributeName: sort, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: PROJECTED },
    })),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  };
}

/** The TTL attribute of the table. */
export const TTL_ATTRIBUTE = 'expiresAt';
