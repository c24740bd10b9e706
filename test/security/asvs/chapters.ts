import type { Chapter } from './model.ts';
import { V1 } from './v01-encoding.ts';
import { V2 } from './v02-validation.ts';
import { V3 } from './v03-web.ts';
import { V4 } from './v04-api.ts';
import { V5 } from './v05-files.ts';
import { V6 } from './v06-authentication.ts';
import { V7 } from './v07-sessions.ts';
import { V8 } from './v08-authorization.ts';
import { V9 } from './v09-tokens.ts';
import { V10 } from './v10-oauth.ts';
import { V11 } from './v11-cryptography.ts';
import { V12 } from './v12-communication.ts';
import { V13 } from './v13-configuration.ts';
import { V14 } from './v14-data.ts';
import { V15 } from './v15-architecture.ts';
import { V16 } from './v16-logging.ts';
import { V17 } from './v17-webrtc.ts';

/** All chapters of the standard, in order. */
export const CHAPTERS: readonly Chapter[] = [V1, V2, V3, V4, V5, V6, V7, V8, V9, V10, V11, V12, V13, V14, V15, V16, V17];
