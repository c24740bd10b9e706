import * as names from '../stage/names.ts';
import { allow, type Statement } from './statement.ts';
import type { StageSettings } from '../stage/stages.ts';

interface Granted {
  statements: Statement[];
  environment: Record<string, string>;
}

const bucket = (stage: StageSettings): string => names.bucketArn(names.documentsBucket(stage));
const files = (stage: StageSettings): string => `${bucket(stage)}/*`;

const granted = (stage: StageSettings, statements: Statement[]): Granted => ({
  statements,
  environment: { DOCUMENTS_BUCKET: names.documentsBucket(stage) },
});

/**
 * No lock can end later than this many days from now: `lockedUntil` (shared/output/files/evidence.ts) counts the years from 1 July of the next
 * year.
 */
const mostDays = (years: number): string => String((years + 2) * 366);

/** The statements about the bucket of documents. */
export const DOCUMENT_GRANTS = {
  'documents:read': (stage: StageSettings): Granted =>
    granted(stage, [
      allow(['s3:GetObject'], [files(stage)]),
      // Without the right to list, S3 answers "forbidden" for a file that does not exist, instead of "not found".
      allow(['s3:ListBucket'], [bucket(stage)]),
    ]),
  /**
   * Without the right to list: that a logo does not exist, and that it may not be read, mean the same to the pages that show it
   * (`companyBrand`).
   */
  'logos:read': (stage: StageSettings): Granted =>
    granted(stage, [allow(['s3:GetObject'], [`${bucket(stage)}/companies/*/logo/*`])]),
  'documents:write': (stage: StageSettings): Granted => granted(stage, [allow(['s3:PutObject'], [files(stage)])]),
  /** A lock can be set or made longer, not shortened: that needs the right to bypass it. */
  'documents:lock': (stage: StageSettings): Granted => ({
    statements:
      stage.evidenceRetentionYears === 0
        ? []
        : [
            allow(['s3:PutObjectRetention'], [files(stage)], {
              StringEquals: { 's3:object-lock-mode': 'GOVERNANCE' },
              NumericLessThanEquals: { 's3:object-lock-remaining-retention-days': mostDays(stage.evidenceRetentionYears) },
            }),
          ],
    environment: { EVIDENCE_RETENTION_YEARS: String(stage.evidenceRetentionYears) },
  }),
  'documents:remove': (stage: StageSettings): Granted => granted(stage, [allow(['s3:DeleteObject'], [files(stage)])]),
  'documents:purge': (stage: StageSettings): Granted =>
    granted(stage, [allow(['s3:DeleteObjectVersion'], [files(stage)]), allow(['s3:ListBucketVersions'], [bucket(stage)])]),
  /** The bucket's policy denies it to roles without the tag `LOCK_BYPASS_TAG`, which functions with this grant have. */
  'documents:bypass-lock': (stage: StageSettings): Granted =>
    granted(stage, [allow(['s3:BypassGovernanceRetention'], [files(stage)])]),
};
