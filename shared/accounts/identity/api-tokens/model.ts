import type { ApiToken } from '#shared/platform/access/model.ts';

/** A new key with its plain value. */
export interface NewApiToken {
  record: ApiToken;
  key: string;
}
