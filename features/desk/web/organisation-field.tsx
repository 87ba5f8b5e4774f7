import { useDeferredValue, useState } from 'react'
import { deskApi } from '#features/desk/contract.ts'
import { useLatestReply } from '#kit/web/use-api.ts'
import { TextField } from '#ui/form/field.tsx'
import { Chip } from '#ui/tags.tsx'

type Chosen = { id: string; name: string } | undefined

/** Finds an organisation by a part of its name or number. */
export function OrganisationField({
  id,
  error,
  chosen,
  required,
  onChoose,
}: {
  id: string
  required?: boolean
  error: string | undefined
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}) {
  const [typed, setTyped] = useState('')
  const text = useDeferredValue(typed.trim())
  const { reply } = useLatestReply(deskApi.deskOrganisations, { text, page: 1 }, { enabled: text !== '' })
  if (chosen)
    return (
      <div className="field">
        <span className="label">Organisation</span>
        <div>
          <Chip onRemove={() => onChoose(undefined)}>{chosen.name}</Chip>
        </div>
      </div>
    )
  const found = text === '' ? [] : (reply?.response.slice(0, 6) ?? [])
  return (
    <div className="organisation-field">
      <TextField
        id={id}
        required={required}
        label="Organisation"
        error={error}
        autoComplete="off"
        placeholder="Name or number"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found.length > 0 && (
        <ul className="framed-2 rounded unlisted">
          {found.map(({ id: customerId, name, customerNo }) => (
            <li key={customerId}>
              <button type="button" onClick={() => onChoose({ id: customerId, name })}>
                {name} <span className="why">{customerNo}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="why" role="status">
        {text !== '' && reply && found.length === 0 && 'No organisations found.'}
      </p>
    </div>
  )
}
