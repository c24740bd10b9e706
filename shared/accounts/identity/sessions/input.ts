import * as z from 'zod';

/** Body of POST /api/auth/token/refresh and of POST /api/auth/logout. */
export const refreshTokenBody = z
  .object({ refresh_token: z.string().trim().min(1, 'must not be empty') })
  .meta({ id: 'RefreshToken' });
