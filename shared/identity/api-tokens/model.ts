import type { ApiToken } from '../../access/model.ts';

/** A key just made, with its raw value. */
export interface NewApiToken {
  record: ApiToken;
  key: string;
}
