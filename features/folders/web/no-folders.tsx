import { Forbidden } from '#features/account/web/account-parts.tsx'
import { LinkButton } from '#ui/button.tsx'

/** For students, and people without a school. */
export const NoFolders = ({ title }: { title: string }) => (
  <Forbidden
    title={title}
    hint="Only library staff can use saved folders. You can search the catalogue and collect records in the temporary folder."
  >
    <LinkButton look="main" href="/discover/results/">
      Search the catalogue
    </LinkButton>
    <LinkButton href="/discover/temp/folder">Temporary folder</LinkButton>
  </Forbidden>
)
