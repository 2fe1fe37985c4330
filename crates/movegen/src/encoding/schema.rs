//! OpenAPI schemas of types that are serialised in another form.

/// Gives a type the schema of its serialised form.
macro_rules! schema_of_form {
    ($($type:ty: $form:ty),+ $(,)?) => {
        $(
            impl utoipa::PartialSchema for $type {
                fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                    <$form as utoipa::PartialSchema>::schema()
                }
            }

            impl utoipa::ToSchema for $type {
                fn name() -> std::borrow::Cow<'static, str> {
                    <$form as utoipa::ToSchema>::name()
                }

                fn schemas(
                    schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>,
                ) {
                    <$form as utoipa::ToSchema>::schemas(schemas);
                }
            }
        )+
    };
}

pub(super) use schema_of_form;
