import { CopyButton } from '#ui/copy-button.tsx'
import { TextField } from '#ui/form/field.tsx'

/** A new link, shown once: its secret is not stored. */
export const IssuedLink = ({ address }: { address: string }) => (
  <div className="issued-link stack gap-10 justify-items-start">
    <p>We show this link only once. Copy it before you close this window.</p>
    <TextField label="Link" readOnly value={address} onFocus={(event) => event.target.select()} />
    <CopyButton wide text={address} label="Copy link" />
  </div>
)
