import { userSchema } from './filter.ts'
import { maxCount } from './people.ts'
import { userTypes } from './user.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0'

/** RFC 7643, 5. The optional documentationUri is left out: the portal serves no page about SCIM. */
export const providerConfig = (publicUrl: string) => ({
  schemas: [`${core}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxCount },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Access key',
      description: 'An access key of the school with the scope People, as a bearer token',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: metaOf('ServiceProviderConfig', `${publicUrl}/scim/v2/ServiceProviderConfig`),
})

export const resourceTypes = (publicUrl: string) => [
  {
    schemas: [`${core}:ResourceType`],
    id: 'User',
    name: 'User',
    description: 'A student or a member of staff of the school',
    endpoint: '/Users',
    schema: userSchema,
    meta: metaOf('ResourceType', `${publicUrl}/scim/v2/ResourceTypes/User`),
  },
]

export const schemas = (publicUrl: string) => [
  {
    schemas: [`${core}:Schema`],
    id: userSchema,
    name: 'User',
    description: 'A student or a member of staff of the school',
    attributes: userAttributes,
    meta: metaOf('Schema', `${publicUrl}/scim/v2/Schemas/${userSchema}`),
  },
]

function metaOf(resourceType: string, location: string) {
  return { resourceType, location }
}

type More = { type?: string; multiValued?: boolean; mutability?: string; uniqueness?: string; required?: boolean }

/** An attribute as in RFC 7643, 7. */
const attribute = (name: string, description: string, more: More & { canonicalValues?: readonly string[] } = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const userAttributes = [
  attribute('userName', 'The username to sign in with, in lower case', { required: true, uniqueness: 'server' }),
  {
    ...attribute('name', 'At least one of the two names', { type: 'complex', required: true }),
    subAttributes: [
      attribute('familyName', 'Last name; may be missing if there is a first name', { required: true }),
      attribute('givenName', 'First name'),
    ],
  },
  attribute('displayName', 'First and last name', { mutability: 'readOnly' }),
  attribute('userType', 'The type of person; Student if omitted', {
    required: true,
    canonicalValues: userTypes,
  }),
  attribute('active', 'Whether the person can sign in; true if omitted', { type: 'boolean', required: true }),
  {
    ...attribute('emails', 'Only one address is kept: the primary one, otherwise the work one', {
      ...{ type: 'complex', multiValued: true, required: true },
    }),
    subAttributes: [
      attribute('value', 'The address', { required: true, uniqueness: 'server' }),
      attribute('type', 'Always work', { canonicalValues: ['work'] }),
      attribute('primary', 'Always true', { type: 'boolean' }),
    ],
  },
]
