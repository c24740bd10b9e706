import { setting } from '../../settings/settings.ts';

/** Whether the official rules are installed: the setting `EINVOICE_ARTIFACTS` is their folder or `s3://bucket/prefix`. */
export const officialRulesInstalled = (): boolean => setting('EINVOICE_ARTIFACTS') !== undefined;
