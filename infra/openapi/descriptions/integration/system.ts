import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const check = (name: string, what: string): FieldDescriptions => ({
  [`checks.${name}`]: what,
  [`checks.${name}.ok`]: 'Whether it works.',
  [`checks.${name}.message`]: 'The same for people.',
});

export const system: AreaDescriptions = {
  operations: {
    'system-health': {
      description: 'Whether the service can answer requests, with one read of its table. It does not count for rate limits.',
      responses: { 200: 'The service works.', 503: 'The table does not answer.' },
      fields: {
        status: '`degraded`: the table does not answer.',
        checks: 'State of each dependency that was checked: `database`.',
        timestamp: 'When it was checked.',
      },
    },
    'system-status': {
      description: `State and version of the service. A request with the token of an owner or admin also gets the state of each dependency and the name of the
environment. It does not count for rate limits.`,
      responses: { 200: 'The service answers requests.', 503: 'The service is `unhealthy`.' },
      fields: {
        status:
          '`unhealthy`: nothing works without the table; `degraded`: requests are answered, but files, mails or work in the background wait.',
        version: 'Version of the service.',
        timestamp: 'When it was checked.',
        environment: 'Name of the environment; only for owners and admins.',
        checks: 'State of each dependency; only for owners and admins.',
        ...check('database', 'The table with all records.'),
        ...check('queue', 'The queues of work in the background.'),
        ...check('storage', 'The store of files.'),
        ...check('cache', 'The caches, which are in memory.'),
        ...check('diskSpace', 'Free space for temporary files.'),
      },
    },
    'system-jwks': {
      description: `The keys with which access tokens can be verified by programs that accept them, as a JWK set (RFC 7517). A token names its key by \`kid\`. Keys
are replaced now and then, so ask again for an unknown one. The answer may be kept for five minutes.`,
      fields: {
        keys: 'The keys.',
        'keys.kty': 'Type of the key.',
        'keys.crv': 'Its curve.',
        'keys.x': 'First coordinate of the point, in base64url.',
        'keys.y': 'Second coordinate of the point, in base64url.',
        'keys.alg': 'Algorithm of the signatures.',
        'keys.use': 'Use of the key: signatures.',
        'keys.kid': 'Id of the key.',
      },
    },
  },
};
