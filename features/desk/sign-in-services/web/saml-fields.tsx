import { type ComponentProps, useState } from 'react'
import { metadataAtMost, samlApi } from '#features/account/sign-in-services/contract.ts'
import { call } from '#kit/web/call.ts'
import { formatDate } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useDeskForm } from '#ui/form/use-desk-form.ts'

type Found = { issuer: string; signOnUrl: string; certificates: string }
type Field = Pick<ComponentProps<typeof TextField>, 'id' | 'error' | 'value' | 'onChange'>

/** Each PEM block; text without one may be a bare certificate. */
export const certificatesIn = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? (text.trim() === '' ? [] : [text])

/** The addresses that a SAML service and the portal exchange. Its metadata fills in the rest. */
export function SamlFields({
  answers,
  idOf,
  text,
  onRead,
}: {
  /** Our address for its answers; undefined until it has a usable id. */
  answers: string | undefined
  idOf: (field: string) => string
  text: (name: keyof Found) => Field
  onRead: (found: Found) => void
}) {
  const [metadata, setMetadata] = useState('')
  const [expiry, setExpiry] = useState<string[]>([])
  const { busy, errors, refused, refuse, send } = useDeskForm(idOf)
  const read = () =>
    metadata.trim() === ''
      ? refuse({ errors: { metadata: 'Please paste the service’s metadata.' } })
      : void send(async () => {
          const { response } = await call(samlApi.readSamlMetadata, { metadata })
          const { issuer, signOnUrl, certificates } = response
          onRead({ issuer, signOnUrl, certificates: certificates.map(({ pem }) => pem).join('') })
          setExpiry(certificates.map(({ name, expiresDate }) => expiryOf(name, expiresDate)))
        })
  return (
    <>
      {answers !== undefined && (
        <>
          <OurAddress
            label="Our metadata and entity ID"
            copy="Copy our metadata address"
            address={`${answers}/metadata`}
          />
          <OurAddress
            label="Our reply address (ACS)"
            copy="Copy our reply address"
            address={answers}
            hint="Give both to the service. Its assertions must be signed and include an email address."
          />
        </>
      )}
      <TextField
        id={idOf('metadata')}
        label="Service metadata"
        hint="Paste the XML to fill in the three fields below."
        rows={4}
        maxLength={metadataAtMost}
        spellCheck={false}
        value={metadata}
        error={errors.metadata ?? refused?.[0]}
        onChange={({ target }) => setMetadata(target.value)}
      />
      <div>
        <Button busy={busy} onClick={read}>
          Read metadata
        </Button>
      </div>
      <div role="status">
        {expiry.map((line) => (
          <p key={line} className="quiet">
            {line}
          </p>
        ))}
      </div>
      <TextField required label="Entity ID" maxLength={500} {...text('issuer')} />
      <TextField
        required
        label="Sign-in address"
        hint="The address that accepts HTTP-Redirect requests."
        maxLength={500}
        inputMode="url"
        {...text('signOnUrl')}
      />
      <TextField
        required
        label="Signing certificates"
        hint="In PEM format. While the service is changing its certificate, enter both."
        rows={5}
        maxLength={100_000}
        {...text('certificates')}
      />
    </>
  )
}

function expiryOf(name: string, expiresDate: string): string {
  const over = Date.parse(expiresDate) < Date.now()
  return `The certificate of ${name} ${over ? 'expired' : 'expires'} on ${formatDate(expiresDate)}${over ? '; ask the service for a new one.' : '.'}`
}

type Copied = { label: string; copy: string; address: string; hint?: string }

/** An address of ours that must be registered at the service. */
export function OurAddress({ label, copy, address, hint }: Copied) {
  return (
    <div className="field">
      <span className="label">{label}</span>
      <p className="row gap-8 spread p-12-16 framed-2 rounded on-sunken anywhere">
        <code>{address}</code>
        <CopyButton text={address} label={copy} />
      </p>
      {hint && <div className="hint">{hint}</div>}
    </div>
  )
}
