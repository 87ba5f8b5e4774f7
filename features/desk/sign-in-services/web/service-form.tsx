import { useId, useState } from 'react'
import { deskServicesApi, type SignInService } from '#features/account/sign-in-services/contract.ts'
import {
  callbackPathOf,
  isServiceId,
  mayTrustAddresses,
  type Preset,
  presetFields,
  samlPathsOf,
  serviceErrors,
} from '#features/account/sign-in-services/rules.ts'
import { call } from '#kit/web/call.ts'
import { Checkbox, Select, TextField } from '#ui/form/field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'
import { toastSuccess } from '#ui/overlay/toast.tsx'
import { OrganisationField } from '../../web/organisation-field.tsx'
import { certificatesIn, OurAddress, SamlFields } from './saml-fields.tsx'

type Kind = Preset | 'saml'

const kindOptions: { value: Kind; label: string }[] = [
  { value: '', label: 'Another OpenID Connect service' },
  { value: 'google', label: 'Google' },
  { value: 'microsoft', label: 'Microsoft' },
  { value: 'saml', label: 'SAML 2.0' },
]

const nothing = { id: '', name: '', issuer: '', clientId: '', clientSecret: '', signOnUrl: '', certificates: '' }
type Fields = typeof nothing
/** The person’s entries. Issuers differ by kind and are stored by kind; the other fields apply to every kind. */
type Typed = Partial<Omit<Fields, 'issuer'>> & { issuers: Partial<Record<Kind, string>> }

const fieldsOf = (kind: Kind, { issuers, ...typed }: Typed): Fields => ({
  ...nothing,
  ...(kind === '' || kind === 'saml' ? {} : presetFields[kind]),
  ...typed,
  ...(issuers[kind] === undefined ? {} : { issuer: issuers[kind] }),
})

const typedAt = (kind: Kind, typed: Typed, { issuer, ...fields }: Partial<Fields>): Typed => ({
  ...{ ...typed, ...fields },
  issuers: issuer === undefined ? typed.issuers : { ...typed.issuers, [kind]: issuer },
})

/** An emptied field is filled in by the next kind. */
const withoutEmpty = <T extends object>(texts: T) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as T

/** Adds a service, or changes one. */
export function ServiceForm({ service, onClose }: { service: SignInService | undefined; onClose: () => void }) {
  const made = useId()
  const idOf = (field: string) => `${made}-${field}`
  const [kind, setKind] = useState<Kind>(service?.kind === 'saml' ? 'saml' : (service?.preset ?? ''))
  const isSaml = kind === 'saml'
  const preset = isSaml ? '' : kind
  const [typed, setTyped] = useState<Typed>(() => typedAt(kind, { issuers: {} }, service ? pick(service) : {}))
  const fields = fieldsOf(kind, typed)
  const enter = (entered: Partial<Fields>) => setTyped((now) => typedAt(kind, now, entered))
  const [school, setSchool] = useState<{ id: string; name: string }>()
  const [trusts, setTrusts] = useState(service?.trustsAddresses ?? false)
  const [forProvider, setForProvider] = useState(service?.forProvider ?? false)
  const { busy, errors, refused, refuse, send } = useDeskForm(idOf)
  const mayTrust = mayTrustAddresses({ preset, issuer: fields.issuer.trim() })
  const ofOneSchool = service ? service.customerId !== null : school !== undefined

  const chooseKind = (chosen: Kind) => {
    setKind(chosen)
    setTyped({ ...withoutEmpty(typed), issuers: withoutEmpty(typed.issuers) })
    refuse({ errors: {} })
  }
  const submit = () => {
    const { clientSecret, clientId, signOnUrl, ...shared } = fields
    const certificates = certificatesIn(fields.certificates)
    const common = {
      ...shared,
      ...(isSaml ? { signOnUrl, certificates } : { clientId, certificates: [] }),
      ...(clientSecret && !isSaml ? { clientSecret } : {}),
      trustsAddresses: trusts && mayTrust,
      forProvider: forProvider && !ofOneSchool,
    }
    const added = {
      ...common,
      kind: isSaml ? ('saml' as const) : ('oidc' as const),
      preset,
      customerId: school?.id ?? null,
    }
    const shape = { clientId: '', signOnUrl: '', ...added }
    const wrong = serviceErrors(shape, clientSecret !== '' || service?.hasSecret === true, window.location.origin)
    if (Object.keys(wrong).length > 0) return refuse({ errors: wrong })
    return void send(async () => {
      if (service) await call(deskServicesApi.changeSignInService, common)
      else await call(deskServicesApi.addSignInService, added)
      toastSuccess(service ? `${fields.name} was changed.` : `${fields.name} was added. Schools can choose it now.`)
      onClose()
    })
  }
  const text = (name: keyof Fields) => ({
    id: idOf(name),
    error: errors[name],
    value: fields[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => enter({ [name]: event.target.value }),
  })
  return (
    <FormDialog
      title={service ? `Change ${service.name}` : 'Add a sign-in service'}
      action={service ? 'Save' : 'Add service'}
      busy={busy}
      refused={refused}
      onClose={onClose}
      onSubmit={submit}
    >
      {!service && (
        <>
          <Select
            label="Type"
            options={kindOptions}
            value={kind}
            onChange={({ target }) => chooseKind(target.value as Kind)}
          />
          <TextField
            required
            label="Id"
            hint="Used in its addresses, for example google. Lower-case letters, digits and hyphens. You can’t change it later."
            maxLength={40}
            {...text('id')}
          />
        </>
      )}
      <TextField required label="Name" hint="Shown on the sign-in page." maxLength={60} {...text('name')} />
      {isSaml ? (
        <SamlFields
          answers={
            isServiceId(fields.id)
              ? (service?.callbackUrl ?? window.location.origin + samlPathsOf(fields.id).answer)
              : undefined
          }
          idOf={idOf}
          text={text}
          onRead={enter}
        />
      ) : (
        <>
          <TextField
            required
            label="Issuer"
            hint={issuerHints[preset]}
            maxLength={500}
            inputMode="url"
            {...text('issuer')}
          />
          {isServiceId(fields.id) && (
            <OurAddress
              label="Redirect address"
              copy="Copy the redirect address"
              address={service?.callbackUrl ?? window.location.origin + callbackPathOf(fields.id)}
              hint="Register it with the service, which gives you the client ID and secret."
            />
          )}
          <TextField required label="Client ID" maxLength={300} {...text('clientId')} />
          <TextField
            required={!service?.hasSecret}
            label="Client secret"
            type="password"
            hint={service?.hasSecret ? 'Leave empty to keep the current one.' : undefined}
            maxLength={2000}
            {...text('clientSecret')}
            autoComplete="new-password"
          />
        </>
      )}
      {!service && (
        <div>
          <OrganisationField id={idOf('customerId')} error={errors.customerId} chosen={school} onChoose={setSchool} />
          <p className="quiet">Only if the service belongs to one school. Otherwise any school can choose it.</p>
        </div>
      )}
      {mayTrust && (
        <Checkbox
          label="Treat its email addresses as confirmed, even if it doesn’t say so"
          checked={trusts}
          onChange={({ target }) => setTrusts(target.checked)}
        />
      )}
      {!ofOneSchool && (
        <Checkbox
          label="Our own people can use it too"
          checked={forProvider}
          onChange={({ target }) => setForProvider(target.checked)}
        />
      )}
    </FormDialog>
  )
}

const issuerHints: Record<Preset, string> = {
  '': 'The service’s address, for example https://id.school.example.',
  google: 'Google has one for everyone.',
  microsoft:
    'For people at any organisation. For a single one, replace “organizations” with its tenant ID. Add the optional claims email and xms_edov to the ID token.',
}

const pick = ({ id, name, issuer, clientId, signOnUrl, certificates }: SignInService) => ({
  ...{ id, name, issuer, clientId, signOnUrl },
  certificates: certificates.join(''),
})
